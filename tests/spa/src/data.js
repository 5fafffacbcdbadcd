import { useEffect, useState } from "react";

// null until the answer is there, as data of a real service comes after the page
export function useData(name) {
  const [data, setData] = useState(null);
  useEffect(() => {
    const stop = new AbortController();
    fetch(`/data/${name}.json`, { signal: stop.signal })
      .then((answer) => answer.json())
      .then((found) => setTimeout(() => setData(found), 250))
      .catch(() => {});
    return () => stop.abort();
  }, [name]);
  return data;
}

export function useTitle(title) {
  useEffect(() => {
    document.title = `${title} – Sourdough School`;
  }, [title]);
}
