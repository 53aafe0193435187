"use client";
import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { shortLink } from "../short-link";
import classes from "./markdown.module.css";

/**
 * What an assistant writes is untrusted: files and rows that it read may speak through it. Raw HTML is never rendered, an image is shown as its
 * words (loading it would tell a stranger's server what was read here), and a link opens away from the builder.
 */
const components: Components = {
  img: ({ alt, src }) => <span className={classes.image}>[image: {alt || (typeof src === "string" ? src : "")}]</span>,
  a: ({ href, children }) => (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {typeof children === "string" ? shortLink(children) : children}
    </a>
  ),
  table: ({ children }) => (
    <div className={classes.table}>
      <table>{children}</table>
    </div>
  ),
};
const plugins = [remarkGfm];

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.markdown}>
      <ReactMarkdown remarkPlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
