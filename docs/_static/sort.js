// Click a heading of a sortable table to sort by its column, and again to turn the order round.
document.addEventListener("DOMContentLoaded", () => {
  for (const table of document.querySelectorAll("table.sortable")) {
    table.querySelectorAll("thead th").forEach((head, column) => {
      let order = -1;
      head.tabIndex = 0;
      head.setAttribute("role", "button");
      const sort = () => {
        order = -order;
        const body = table.tBodies[0];
        const text = (row) => row.cells[column].textContent.trim();
        const number = (value) => parseFloat(value.replace(/[,<\s]/g, ""));
        const compare = (one, other) => {
          const [a, b] = [text(one), text(other)];
          const [x, y] = [number(a), number(b)];
          return order * (Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y);
        };
        body.append(...Array.from(body.rows).sort(compare));
      };
      head.addEventListener("click", sort);
      head.addEventListener("keydown", (event) => {
        if (event.key === "Enter") sort();
      });
    });
  }
});
