import { Link, useParams } from "react-router";
import { useData, useTitle } from "./data.js";

export function Home() {
  useTitle("Welcome");
  const courses = useData("courses");
  return (
    <main>
      <h1>Bread takes time</h1>
      <p>We teach baking in an old water mill on the Wupper, in groups of eight, since 1987.</p>
      <img src="/mill.jpg" alt="The mill in winter" width="640" height="360" />
      <h2>Next courses</h2>
      {courses ? (
        <ul>
          {courses.map((course) => (
            <li key={course.slug}>
              <Link to={`/courses/${course.slug}`}>{course.name}</Link>
            </li>
          ))}
        </ul>
      ) : (
        <p>Loading…</p>
      )}
      <p>
        <Link to="/find-us">How to find us</Link> · <Link to="/kitchen">Kitchen</Link> ·{" "}
        <a href="https://elsewhere.example/">Our flour</a>
      </p>
    </main>
  );
}

export function Courses() {
  useTitle("Courses");
  const courses = useData("courses");
  return (
    <main>
      <h1>All courses</h1>
      <p>Every course includes flour, lunch and an apron; places are given in the order in which letters come in.</p>
      {(courses ?? []).map((course) => (
        <section key={course.slug}>
          <h2>
            <Link to={`/courses/${course.slug}`}>{course.name}</Link>
          </h2>
          <p>
            {course.hours} hours, {course.price} euros.
          </p>
        </section>
      ))}
    </main>
  );
}

export function Course() {
  const { slug } = useParams();
  const courses = useData("courses");
  const course = courses?.find((each) => each.slug === slug);
  useTitle(course?.name ?? "Course");
  if (courses && !course) return <Missing />;
  if (!course) return <main>Loading…</main>;
  return (
    <main>
      <h1>{course.name}</h1>
      <p>{course.about}</p>
      <h2>Length and price</h2>
      <p>
        {course.hours} hours for {course.price} euros, lunch included.
      </p>
    </main>
  );
}

export function Prices() {
  useTitle("Prices");
  const prices = useData("prices");
  return (
    <main>
      <h1>What it costs</h1>
      <p>All prices include the tax; a voucher pays for any course, also in part.</p>
      {prices && (
        <table>
          <thead>
            <tr>
              <th>What</th>
              <th>Price</th>
              <th>With it</th>
            </tr>
          </thead>
          <tbody>
            {prices.map((row) => (
              <tr key={row[0]}>
                {row.map((cell) => (
                  <td key={cell}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </main>
  );
}

export function About() {
  useTitle("About");
  return (
    <main>
      <h1>Who bakes here</h1>
      <p>Marta Lindqvist learned from her grandmother and bought the mill in 1986, a year before the first course.</p>
      <h2>The oven</h2>
      <p>It burns beech wood, holds forty loaves and needs two days to cool down.</p>
    </main>
  );
}

export function Missing() {
  useTitle("Page not found");
  return (
    <main>
      <h1>Page not found</h1>
      <p>Sorry, this page does not exist.</p>
    </main>
  );
}
