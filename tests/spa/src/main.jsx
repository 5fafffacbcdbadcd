import { StrictMode, Suspense, lazy } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Link, Navigate, Route, Routes } from "react-router";
import { About, Course, Courses, Home, Missing, Prices } from "./pages.jsx";
import "./style.css";

// chunks of their own: a browser loads them when the route is opened
const Questions = lazy(() => import("./Questions.jsx"));
const Visit = lazy(() => import("./Visit.jsx"));

function App() {
  return (
    <BrowserRouter>
      <header>
        <nav>
          <Link to="/">Home</Link>
          <Link to="/courses">Courses</Link>
          <Link to="/prices">Prices</Link>
          <Link to="/faq">Questions</Link>
          <Link to="/visit">Visit</Link>
          <Link to="/about">About</Link>
        </nav>
      </header>
      <Suspense fallback={<p>Loading…</p>}>
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/courses" element={<Courses />} />
          <Route path="/courses/:slug" element={<Course />} />
          <Route path="/prices" element={<Prices />} />
          <Route path="/faq" element={<Questions />} />
          <Route path="/visit" element={<Visit />} />
          <Route path="/about" element={<About />} />
          <Route path="/find-us" element={<Navigate to="/visit" replace />} />
          <Route path="/kitchen" element={<h1>The kitchen is for staff</h1>} />
          <Route path="*" element={<Missing />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}

createRoot(document.getElementById("root")).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
