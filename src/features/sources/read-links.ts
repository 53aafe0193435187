import { Parser } from "htmlparser2";

export type PageLinks = {
  title: string;
  links: string[];
  canonical: string | undefined;
  isNoIndex: boolean;
  isNoFollow: boolean;
};

const linksMax = 2_000;

/** What a crawler wants of a page. One pass without a tree, so that no page can be too deep. */
export function readLinks(html: string): PageLinks {
  const found: PageLinks = { title: "", links: [], canonical: undefined, isNoIndex: false, isNoFollow: false };
  let isTitle = false;
  const parser = new Parser({
    onopentag(name, { href, rel = "", name: metaName = "", content = "" }) {
      const rels = rel.toLowerCase().split(/\s+/);
      isTitle = name === "title" && found.title === "";
      if (name === "a" && href && !rels.includes("nofollow") && found.links.length < linksMax) found.links.push(href);
      if (name === "link" && href && rels.includes("canonical")) found.canonical = href;
      if (name === "meta" && /^(robots|joinerybot)$/i.test(metaName)) {
        found.isNoIndex ||= /noindex|none/i.test(content);
        found.isNoFollow ||= /nofollow|none/i.test(content);
      }
    },
    ontext: (text) => void (isTitle && (found.title += text)),
    onclosetag: () => void (isTitle = false),
  });
  parser.end(html);
  found.title = found.title.replaceAll(/\s+/g, " ").trim().slice(0, 200);
  return found;
}

/** The addresses of a sitemap, or of a list of sitemaps; undefined when it is none. */
export function readSitemap(text: string): { pages: string[]; sitemaps: string[] } | undefined {
  const kind = /<(?:\w+:)?(urlset|sitemapindex)[\s>]/i.exec(text.slice(0, 5_000))?.[1]?.toLowerCase();
  if (!kind) return undefined;
  const found: string[] = [];
  let [isLoc, loc] = [false, ""];
  const parser = new Parser(
    {
      onopentag: (name) => void ([isLoc, loc] = [/^(\w+:)?loc$/i.test(name), ""]),
      ontext: (data) => void (isLoc && (loc += data)),
      onclosetag: (name) => {
        if (/^(\w+:)?loc$/i.test(name) && found.length < linksMax) found.push(loc.trim());
        isLoc = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return kind === "urlset" ? { pages: found, sitemaps: [] } : { pages: [], sitemaps: found };
}
