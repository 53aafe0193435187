import "server-only";
import type { MailBody } from "@/engines/mail";
import type { MailContent } from "./schema";

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Mail programs drop unsupported CSS: light colours are inline, dark ones in a style sheet. */
const dark = `@media (prefers-color-scheme: dark) {
  .back { background: #131419 !important; }
  .card { background: #191b22 !important; border-color: #2c303a !important; }
  .text { color: #d5d7de !important; }
  .soft { color: #8b909d !important; }
  .code { background: #22252e !important; color: #d5d7de !important; }
  .button { background: #6467df !important; }
  .link { color: #a1a2f2 !important; }
}`;

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

const plainColor = "#5b5bd6";

/** The button's colour and a readable text colour on it. */
function colorsOf(color: string | undefined): [string, string] {
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) return [plainColor, "#ffffff"];
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  return [color, red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? "#10131a" : "#ffffff"];
}

const afterOf = ({ after = [], support }: MailContent): string[] =>
  support ? [...after, `Questions? Write to ${support}.`] : after;

const paragraph = (text: string, look = "text", color = "#2c303a", size = 15) =>
  `<p class="${look}" style="margin:0 0 16px;${font};font-size:${size}px;line-height:1.55;color:${color};overflow-wrap:anywhere">${escapeHtml(text)}</p>`;

function renderHtml(content: MailContent): string {
  const { subject, heading, paragraphs, button, code, from = "Joinery" } = content;
  const after = afterOf(content);
  const [color, ink] = colorsOf(content.color);
  const parts = [
    ...paragraphs.map((text) => paragraph(text)),
    code &&
      `<p class="code" style="margin:0 0 16px;padding:16px;border-radius:8px;background:#f0f0ff;${font};font-size:28px;font-weight:600;letter-spacing:6px;text-align:center;color:#191b22">${escapeHtml(code)}</p>`,
    button &&
      `<p style="margin:24px 0"><a class="button" href="${escapeHtml(button.url)}" style="display:inline-block;padding:11px 20px;border-radius:6px;background:${color};${font};font-size:15px;font-weight:600;color:${ink};text-decoration:none">${escapeHtml(button.label)}</a></p>`,
    ...after.map((text) => paragraph(text, "soft", "#5f6672", 13)),
    button &&
      `<p class="soft" style="margin:0;${font};font-size:12px;line-height:1.5;color:#5f6672;overflow-wrap:anywhere">If the button does not work, open this address:<br><a class="link" href="${escapeHtml(button.url)}" style="color:#4f4fc4">${escapeHtml(button.url)}</a></p>`,
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${content.color ? dark.replace(/^\s*\.button.*\n/m, "") : dark}</style></head>
<body class="back" style="margin:0;padding:32px 16px;background:#f8f9fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e9ecef;border-radius:12px"><tr><td style="padding:32px">
<p class="soft" style="margin:0 0 20px;${font};font-size:13px;font-weight:600;color:#5f6672">${escapeHtml(from)}</p>
<h1 class="text" style="margin:0 0 16px;${font};font-size:20px;line-height:1.3;color:#191b22;overflow-wrap:anywhere">${escapeHtml(heading)}</h1>
${parts.filter(Boolean).join("\n")}
</td></tr></table></td></tr></table></body></html>
`;
}

function renderText(content: MailContent): string {
  const { heading, paragraphs, button, code, from = "Joinery" } = content;
  const link = button && `${button.label}:\n${button.url}`;
  const parts = [heading, ...paragraphs, code, link, ...afterOf(content), `-- \n${from}`];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Renders one content as HTML and as text. */
export function renderMail(content: MailContent): MailBody & { subject: string } {
  const { subject, from } = content;
  return { subject, text: renderText(content), html: renderHtml(content), ...(from && { fromName: from }) };
}
