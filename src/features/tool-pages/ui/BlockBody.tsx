import type { ReactNode } from "react";
import type { BlockData } from "@/features/runs/schema";
import { Chart } from "@/ui/chart/Chart";
import { Inline, Markdown } from "./Markdown";

type Props = { data: BlockData; title: string; onTick: (index: number) => void };

/** What a block says, in the form of its type. */
export function BlockBody({ data, title, onTick }: Props): ReactNode {
  switch (data.type) {
    case "text":
      return <Markdown text={data.markdown} />;
    case "table":
      return <Table data={data} title={title} />;
    case "list": {
      const List = data.isOrdered ? "ol" : "ul";
      return (
        <List>
          {data.items.map((item, index) => (
            <li key={index}>
              <Inline text={item} />
            </li>
          ))}
        </List>
      );
    }
    case "checklist":
      return (
        <ul className="checklist">
          {data.items.map(({ text, isDone }, index) => (
            <li key={index}>
              <label>
                <input type="checkbox" checked={isDone} onChange={() => onTick(index)} />
                <span>
                  <Inline text={text} />
                </span>
              </label>
            </li>
          ))}
        </ul>
      );
    case "cards":
      return (
        <div className="cards">
          {data.cards.map(({ title: name, image, facts, body }, index) => (
            <article key={index}>
              {image && <img src={image} alt="" loading="lazy" />}
              <h3>{name}</h3>
              {facts.length > 0 && (
                <dl>
                  {facts.map(({ label, value }, at) => (
                    <div key={at}>
                      <dt>{label}</dt>
                      <dd>
                        <Inline text={value} />
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
              {body && <Markdown text={body} />}
            </article>
          ))}
        </div>
      );
    case "image":
      return data.source ? (
        <img className="picture" src={data.source} alt={data.alt || title || "The picture"} />
      ) : null;
    case "chart":
      return data.series.length > 0 ? <Chart data={data} title={title} /> : null;
  }
}

/** "$1,200", "-€5", "**12%**": a total is one, too. */
const isNumber = (text: string) =>
  /^[-+−]?\s?(?:[$€£₹¥]|CHF\s)?\d[\d,.\s]*\s?%?$/.test(text.replaceAll("**", "").trim());

function Table({
  data: { columns, rows, note },
  title,
}: {
  data: Extract<BlockData, { type: "table" }>;
  title: string;
}) {
  const isRight = columns.map(
    (_, index) => rows.length > 0 && rows.every((row) => row[index] === "" || isNumber(row[index] ?? "")),
  );
  return (
    <>
      <div className="scroller" role="region" aria-label={title || "Table"} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((name, index) => (
                <th key={index} scope="col" data-right={isRight[index] || undefined}>
                  <Inline text={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, index) => (
                  <td key={index} data-right={isRight[index] || undefined}>
                    <Inline text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note && <Markdown text={note} />}
    </>
  );
}
