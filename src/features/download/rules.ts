/** A secret's name and instructions, never its value. */
export type SecretName = { key: string; instructions: string };

/** A valid npm package name. */
export function packageName(slug: string): string {
  return (
    slug
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 100) || "app"
  );
}

/** .env.example: the server's variables, and names of the app's secrets without values. */
export function environmentExample(secrets: SecretName[]): string {
  const comment = (text: string) =>
    text
      .split(/\r\n|\r|\n/)
      .filter((line) => line.trim() !== "")
      .map((line) => `# ${line}\n`)
      .join("");
  const own = secrets.map(({ key, instructions }) => `\n${comment(instructions)}${key}=\n`);
  return `# Copy this file to .env. What is commented out has a default, which README.md names.
# PORT=4000
# HOST=127.0.0.1
# APP_URL=http://localhost:4000
# DATA_DIR=./data
# MODEL_BASE_URL=
# MODEL_API_KEY=
# MODEL_NAME=
# SMTP_URL=
# MAIL_FROM=
${own.length > 0 ? `\n# The secrets that the app's functions read.\n${own.join("")}` : ""}`;
}

/** Name of the zip file and of its root folder. */
export const archiveName = (slug: string) => packageName(slug);

const counted = (count: number, one: string) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** "1,203 rows and 4 files (2.1 MB)". */
export function sizeWords({
  rows,
  uploads,
  uploadBytes,
}: {
  rows: number;
  uploads: number;
  uploadBytes: number;
}): string {
  const megabytes = Math.max(uploadBytes / 1_000_000, 0.1).toFixed(1);
  return uploads === 0
    ? counted(rows, "row")
    : `${counted(rows, "row")} and ${counted(uploads, "file")} (${megabytes} MB)`;
}
