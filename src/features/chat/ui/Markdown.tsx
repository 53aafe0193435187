"use client";
import { Fragment, memo, type ReactNode } from "react";
import { marked, type MarkedToken, type Token, type Tokens } from "marked";
import { CitedText } from "@/features/retrieval/ui/CitedText";
import { shortLink } from "../short-link";
import classes from "./markdown.module.css";

/** Undo the lexer's HTML escaping: React escapes by itself. */
const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const plain = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (sign) => entities[sign] ?? sign);

const isSafe = (href: string) => /^(?:https?:|mailto:|\/|#)/i.test(href);

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={isSafe(href) ? href : undefined} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function linkWords({ tokens, text }: Tokens.Link): ReactNode {
  return tokens.every(({ type }) => type === "text") ? shortLink(plain(text)) : draw(tokens);
}

function List({ ordered, start, items }: Tokens.List) {
  const lines = items.map((item, index) => (
    <li key={index}>
      {item.task && <input type="checkbox" checked={item.checked === true} readOnly aria-label="Done" />}
      {draw(item.tokens)}
    </li>
  ));
  return ordered ? <ol start={start === "" ? undefined : start}>{lines}</ol> : <ul>{lines}</ul>;
}

function Table({ header, rows }: Tokens.Table) {
  return (
    <div className={classes.table}>
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} align={cell.align ?? undefined}>
                {draw(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index} align={cell.align ?? undefined}>
                  {draw(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The assistant's text is untrusted (prompt injection through files and rows): raw HTML is shown as text, images as
 * their alt text (loading one would leak to a third party), and links open outside the builder.
 */
function drawOne(generic: Token): ReactNode {
  // Only extensions produce other token types, and none are used.
  const token = generic as MarkedToken;
  switch (token.type) {
    case "paragraph":
      return <p>{draw(token.tokens ?? [])}</p>;
    case "heading": {
      const Heading = `h${Math.min(4, token.depth)}` as "h1" | "h2" | "h3" | "h4";
      return <Heading>{draw(token.tokens ?? [])}</Heading>;
    }
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "blockquote":
      return <blockquote>{draw(token.tokens ?? [])}</blockquote>;
    case "list":
      return <List {...token} />;
    case "table":
      return <Table {...token} />;
    case "hr":
      return <hr />;
    case "strong":
      return <strong>{draw(token.tokens ?? [])}</strong>;
    case "em":
      return <em>{draw(token.tokens ?? [])}</em>;
    case "del":
      return <del>{draw(token.tokens ?? [])}</del>;
    case "codespan":
      return <code>{plain(token.text)}</code>;
    case "br":
      return <br />;
    case "link":
      return <Link href={plain(token.href)}>{linkWords(token)}</Link>;
    case "image":
      return <span className={classes.image}>[image: {plain(token.text) || token.href}]</span>;
    case "text":
      return "tokens" in token && token.tokens ? draw(token.tokens) : <CitedText text={plain(token.text)} />;
    case "escape":
      return plain(token.text);
    case "html":
      return token.raw;
    default:
      return null;
  }
}

const draw = (tokens: Token[]): ReactNode =>
  tokens.map((token, index) => <Fragment key={index}>{drawOne(token)}</Fragment>);

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className={classes.markdown}>{draw(marked.lexer(text))}</div>;
});
