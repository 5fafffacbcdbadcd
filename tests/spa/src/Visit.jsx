import { useState } from "react";
import { useTitle } from "./data.js";

const WAYS = [
  ["By train", "Take the S7 to Schaberg; from the station it is twelve minutes down through the wood."],
  ["By bus", "Line 683 stops at the bridge every half hour, on Sundays every hour."],
  ["By bicycle", "The towpath from Solingen is flat and open from March to November."],
];

export default function Visit() {
  useTitle("Visit");
  const [chosen, setChosen] = useState(0);
  return (
    <main>
      <h1>How to find us</h1>
      <p>The mill stands at the river below Burg, and no car may drive the last three hundred metres.</p>
      <div className="ways">
        <div role="tablist">
          {WAYS.map(([name], number) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`way-${number}`}
              aria-selected={chosen === number}
              onMouseDown={() => setChosen(number)}
            >
              {name}
            </button>
          ))}
        </div>
        <div role="tabpanel" aria-labelledby={`way-${chosen}`}>
          <p>{WAYS[chosen][1]}</p>
        </div>
      </div>
    </main>
  );
}
