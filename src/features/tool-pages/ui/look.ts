/** "App style: styleName (dark, colorful, light), background colour, …" (1-platform.md §3). */
const styleNames = ["dark", "colorful", "light"] as const;

const isColor = (value: unknown): value is string =>
  typeof value === "string" && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value);
const isPicture = (value: unknown): value is string =>
  typeof value === "string" && /^(?:https?:\/\/[^\s"')]+|\/files\/[\w\-./%]+)$/.test(value);

/** Which field of a style becomes which variable of the stylesheet. */
const variables = {
  backgroundColor: "--back",
  headerTextColor: "--header",
  subheaderTextColor: "--subheader",
  buttonTextColor: "--on-main",
  buttonBackgroundColor: "--main",
};

/** A style as the page takes it. Without a name the page follows the visitor's own scheme; `isPlain` is without the mark. */
export function lookOf(style: Record<string, unknown>): {
  name: string;
  variables: Record<string, string>;
  isPlain: boolean;
} {
  const set = Object.entries(variables).flatMap(([field, variable]) =>
    isColor(style[field]) ? [[variable, style[field]] as const] : [],
  );
  if (isPicture(style.backgroundImage)) set.push(["--picture", `url("${style.backgroundImage}")`]);
  return {
    name: styleNames.find((name) => name === style.styleName) ?? "",
    variables: Object.fromEntries(set),
    isPlain: style.hideBuildAI === true,
  };
}
