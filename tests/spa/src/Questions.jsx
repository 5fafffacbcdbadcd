import { useState } from "react";
import { useData, useTitle } from "./data.js";

// one answer at a time stands in the page; the others are not in the document at all
export default function Questions() {
  useTitle("Questions");
  const questions = useData("questions");
  const [open, setOpen] = useState(null);
  return (
    <main>
      <h1>Questions and answers</h1>
      <p>What people ask us before their first course, answered by those who stand at the oven every day.</p>
      {(questions ?? []).map(({ question, answer }, number) => (
        <div key={question} className="item">
          <h2>
            <button
              type="button"
              aria-expanded={open === number}
              onClick={() => setOpen(open === number ? null : number)}
            >
              {question}
            </button>
          </h2>
          {open === number && (
            <div>
              <p>{answer}</p>
            </div>
          )}
        </div>
      ))}
      <form action="/letters" method="post">
        <label>
          Your question <input name="letter" />
        </label>
        <button aria-expanded="false">Send</button>
      </form>
    </main>
  );
}
