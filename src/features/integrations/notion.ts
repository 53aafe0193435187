import "server-only";
import { z } from "zod";
import { callProvider, documentBytesMax, type Provider } from "./provider";
import { ProviderError } from "./provider-error";
import type { Tokens } from "./schema";

const name = "Notion";
const api = "https://api.notion.com/v1";
/** The version whose shapes are read here. */
const version = "2025-09-03";
const pageSize = 100;

const tokenAnswer = z.object({ access_token: z.string(), refresh_token: z.string().nullish() });
const richText = z.array(z.object({ plain_text: z.string() }));
const plain = (parts: z.infer<typeof richText> | undefined) => (parts ?? []).map((part) => part.plain_text).join("");
const propertySchema = z.looseObject({ type: z.string() });
const foundSchema = z.looseObject({
  object: z.string(),
  id: z.string(),
  url: z.string().nullish(),
  last_edited_time: z.string().nullish(),
  title: richText.optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
const listAnswer = z.object({
  results: z.array(foundSchema),
  has_more: z.boolean().default(false),
  next_cursor: z.string().nullish(),
});
const markdownAnswer = z.object({ markdown: z.string() });

type Found = z.infer<typeof foundSchema>;

const headers = (accessToken: string) => ({
  authorization: `Bearer ${accessToken}`,
  "notion-version": version,
  "content-type": "application/json",
});

/** A property's value as a person reads it. Kinds that this does not know are left out. */
function valueOf(property: unknown): string {
  const parsed = propertySchema.safeParse(property);
  if (!parsed.success) return "";
  const value = parsed.data[parsed.data.type];
  return textOf(value);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const parts = value.map(textOf).filter(Boolean);
    const isText = value.every((part) => typeof part === "object" && part !== null && "plain_text" in part);
    return parts.join(isText ? "" : ", ");
  }
  if (typeof value !== "object") return "";
  const fields = value as Record<string, unknown>;
  if ("plain_text" in fields) return textOf(fields["plain_text"]);
  if ("start" in fields) return [fields["start"], fields["end"]].map(textOf).filter(Boolean).join(" to ");
  if (typeof fields["type"] === "string" && fields["type"] in fields) return textOf(fields[fields["type"]]);
  return textOf(fields["name"] ?? fields["title"] ?? "");
}

function titleOf({ title, properties = {} }: Found): string {
  if (title) return plain(title) || "Untitled";
  const property = Object.values(properties).find((one) => propertySchema.safeParse(one).data?.type === "title");
  return valueOf(property) || "Untitled";
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

async function askTokens(
  {
    NOTION_CLIENT_ID = "",
    NOTION_CLIENT_SECRET = "",
  }: { NOTION_CLIENT_ID?: string | undefined; NOTION_CLIENT_SECRET?: string | undefined },
  path: string,
  body: object,
): Promise<Response> {
  const basic = Buffer.from(`${NOTION_CLIENT_ID}:${NOTION_CLIENT_SECRET}`).toString("base64");
  return callProvider(name, `${api}/oauth/${path}`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/json", "notion-version": version },
    body: JSON.stringify(body),
  });
}

async function readTokens(answer: Response): Promise<Tokens> {
  const { access_token, refresh_token = null } = tokenAnswer.parse(await answer.json());
  return { accessToken: access_token, refreshToken: refresh_token, expiresAt: null };
}

/** The rows of a database as CSV, a page after the other. */
async function readRows(accessToken: string, id: string, signal: AbortSignal): Promise<string> {
  const rows: Found[] = [];
  let cursor: string | undefined;
  let characters = 0;
  do {
    const answer = await callProvider(name, `${api}/data_sources/${encodeURIComponent(id)}/query`, {
      method: "POST",
      headers: headers(accessToken),
      body: JSON.stringify({ page_size: pageSize, ...(cursor && { start_cursor: cursor }) }),
      signal,
    });
    const text = await answer.text();
    characters += text.length;
    if (characters > documentBytesMax) throw new ProviderError("This Notion database is larger than 40 MB.");
    const page = listAnswer.parse(JSON.parse(text));
    rows.push(...page.results);
    cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
  } while (cursor);
  const columns = [...new Set(rows.flatMap(({ properties = {} }) => Object.keys(properties)))];
  if (columns.length === 0) throw new ProviderError("There are no rows in this Notion database.");
  const lines = rows.map(({ properties = {} }) => columns.map((column) => cell(valueOf(properties[column]))).join(","));
  return [columns.map(cell).join(","), ...lines].join("\n");
}

export const notion: Provider = {
  name,
  isConfigured: ({ NOTION_CLIENT_ID, NOTION_CLIENT_SECRET }) => Boolean(NOTION_CLIENT_ID && NOTION_CLIENT_SECRET),
  authorizeUrl: ({ NOTION_CLIENT_ID = "" }, { redirectUri, state }) =>
    `${api}/oauth/authorize?${new URLSearchParams({
      client_id: NOTION_CLIENT_ID,
      redirect_uri: redirectUri,
      response_type: "code",
      owner: "user",
      state,
    })}`,
  exchange: async (env, { code, redirectUri }) =>
    readTokens(await askTokens(env, "token", { grant_type: "authorization_code", code, redirect_uri: redirectUri })),
  async refresh(env, { refreshToken }) {
    if (!refreshToken) throw new ProviderError(`The connection to ${name} is over. Connect it again.`, false, true);
    const fresh = await readTokens(
      await askTokens(env, "token", { grant_type: "refresh_token", refresh_token: refreshToken }),
    );
    return { ...fresh, refreshToken: fresh.refreshToken ?? refreshToken };
  },
  revoke: async (env, { accessToken }) => void (await askTokens(env, "revoke", { token: accessToken })),
  async list(accessToken, { search, cursor }) {
    const answer = await callProvider(name, `${api}/search`, {
      method: "POST",
      headers: headers(accessToken),
      body: JSON.stringify({
        ...(search && { query: search }),
        sort: { timestamp: "last_edited_time", direction: "descending" },
        page_size: 50,
        ...(cursor && { start_cursor: cursor }),
      }),
    });
    const { results, has_more, next_cursor } = listAnswer.parse(await answer.json());
    return {
      files: results.map((found) => ({
        id: found.id,
        name: titleOf(found).slice(0, 200),
        type: found.object === "page" ? "notion_page" : "notion_database",
        url: found.url ?? `https://www.notion.so/${found.id.replaceAll("-", "")}`,
        modifiedAt: found.last_edited_time ?? null,
      })),
      nextCursor: has_more ? (next_cursor ?? null) : null,
    };
  },
  async fetch(accessToken, { id, type }, signal) {
    const encode = (text: string) => new TextEncoder().encode(text);
    if (type === "notion_database")
      return { bytes: encode(await readRows(accessToken, id, signal)), format: "csv", name: "" };
    const answer = await callProvider(name, `${api}/pages/${encodeURIComponent(id)}/markdown`, {
      headers: headers(accessToken),
      signal,
    });
    return { bytes: encode(markdownAnswer.parse(await answer.json()).markdown), format: "markdown", name: "" };
  },
};
