import "server-only";
import { z } from "zod";
import { bytesOf, callProvider, type Provider } from "./provider";
import { ProviderError } from "./provider-error";
import type { Tokens } from "./schema";

const name = "Google Drive";
const drive = "https://www.googleapis.com/drive/v3/files";
const tokenUrl = "https://oauth2.googleapis.com/token";
/** To list and read; nothing is ever written. */
const scope = "https://www.googleapis.com/auth/drive.readonly";

/** Google's own documents, and as what they are exported. Markdown and XLSX keep headings, tables and every sheet. */
const exported: Record<string, { type: string; mimeType: string; format: string }> = {
  "application/vnd.google-apps.document": { type: "google_doc", mimeType: "text/markdown", format: "markdown" },
  "application/vnd.google-apps.spreadsheet": {
    type: "google_sheet",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    format: "xlsx",
  },
  "application/vnd.google-apps.presentation": { type: "google_slide", mimeType: "text/plain", format: "txt" },
};

/** Files that lie in a drive as they were uploaded. */
const stored: Record<string, string> = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "doc",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "application/epub+zip": "epub",
  "text/csv": "csv",
  "text/plain": "txt",
  "text/markdown": "markdown",
};

const typeOf = (mimeType: string) => exported[mimeType]?.type ?? stored[mimeType] ?? "unrecognized";

const tokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
});
const fileSchema = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  modifiedTime: z.string().optional(),
  webViewLink: z.string().optional(),
});
const listAnswer = z.object({ files: z.array(fileSchema).default([]), nextPageToken: z.string().optional() });

async function askTokens(fields: Record<string, string>): Promise<Tokens> {
  const answer = await callProvider(name, tokenUrl, { method: "POST", body: new URLSearchParams(fields) });
  const { access_token, expires_in, refresh_token } = tokenAnswer.parse(await answer.json());
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresAt: expires_in === undefined ? null : Date.now() + expires_in * 1_000,
  };
}

const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

export const google: Provider = {
  name,
  isConfigured: ({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }) => Boolean(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET),
  authorizeUrl: ({ GOOGLE_CLIENT_ID = "" }, { redirectUri, state, challenge }) =>
    `https://accounts.google.com/o/oauth2/v2/auth?${new URLSearchParams({
      client_id: GOOGLE_CLIENT_ID,
      redirect_uri: redirectUri,
      response_type: "code",
      scope,
      access_type: "offline",
      prompt: "consent",
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
    })}`,
  exchange: ({ GOOGLE_CLIENT_ID = "", GOOGLE_CLIENT_SECRET = "" }, { code, redirectUri, verifier }) =>
    askTokens({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      client_id: GOOGLE_CLIENT_ID,
      client_secret: GOOGLE_CLIENT_SECRET,
      code_verifier: verifier,
    }),
  async refresh({ GOOGLE_CLIENT_ID = "", GOOGLE_CLIENT_SECRET = "" }, { refreshToken }) {
    if (!refreshToken) throw new ProviderError(`The connection to ${name} is over. Connect it again.`, false, true);
    const fresh = await askTokens({
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: GOOGLE_CLIENT_ID,
      client_secret: GOOGLE_CLIENT_SECRET,
    });
    return { ...fresh, refreshToken: fresh.refreshToken ?? refreshToken };
  },
  async revoke(_env, { accessToken, refreshToken }) {
    const body = new URLSearchParams({ token: refreshToken ?? accessToken });
    await callProvider(name, "https://oauth2.googleapis.com/revoke", { method: "POST", body });
  },
  async list(accessToken, { search, cursor }) {
    const kinds = [...Object.keys(exported), ...Object.keys(stored)].map((mimeType) => `mimeType = '${mimeType}'`);
    const q = ["trashed = false", `(${kinds.join(" or ")})`];
    if (search) q.push(`name contains '${search.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`);
    const query = new URLSearchParams({
      q: q.join(" and "),
      fields: "nextPageToken,files(id,name,mimeType,modifiedTime,webViewLink)",
      orderBy: "modifiedTime desc",
      pageSize: "50",
      ...(cursor && { pageToken: cursor }),
    });
    const answer = await callProvider(name, `${drive}?${query}`, { headers: bearer(accessToken) });
    const { files, nextPageToken = null } = listAnswer.parse(await answer.json());
    return {
      files: files.map(({ id, name: fileName, mimeType, modifiedTime = null, webViewLink }) => ({
        id,
        name: fileName,
        type: typeOf(mimeType),
        url: webViewLink ?? `https://drive.google.com/open?id=${encodeURIComponent(id)}`,
        modifiedAt: modifiedTime,
      })),
      nextCursor: nextPageToken,
    };
  },
  async fetch(accessToken, { id }, signal) {
    const file = `${drive}/${encodeURIComponent(id)}`;
    const init = { headers: bearer(accessToken), signal };
    const about = await callProvider(name, `${file}?fields=id,name,mimeType`, init);
    const { name: fileName, mimeType } = fileSchema.parse(await about.json());
    const as = exported[mimeType];
    const query = as ? `/export?${new URLSearchParams({ mimeType: as.mimeType })}` : "?alt=media";
    const bytes = await bytesOf(name, await callProvider(name, `${file}${query}`, init));
    return { bytes, format: as?.format ?? typeOf(mimeType), name: fileName };
  },
};
