import "server-only";
import { type AppModel, entityOf, type View } from "../model/app-model";
import { guardedPages } from "../draft/guarded-pages";
import { createImports } from "./imports";
import { entityImport, iconOf, namingOf } from "./naming";

const kindIcons: Partial<Record<View["kind"], string>> = {
  board: "SquareKanban",
  calendar: "CalendarRange",
  form: "PenLine",
  text: "FileText",
};
const formIcons: Partial<Record<NonNullable<View["form"]>, string>> = {
  today: "Sun",
  home: "House",
  slots: "CalendarPlus",
};

/** The icon of a page in the navigation. */
export function pageIcon(model: AppModel, view: View): string {
  if (view.form && formIcons[view.form]) return formIcons[view.form]!;
  if (view.kind === "dashboard") return "LayoutDashboard";
  const entity = model.entities.find((candidate) => candidate.name === view.entity);
  return kindIcons[view.kind] ?? (entity ? iconOf(entity) : "Layers");
}

/** Aliases an icon whose name is that of a table. */
const iconImport = (model: AppModel, icon: string) =>
  model.entities.some(({ name }) => name === icon)
    ? { source: `${icon} as ${icon}Icon`, name: `${icon}Icon` }
    : { source: icon, name: icon };

/** layout.jsx: the frame of every page. */
export function layoutSource(model: AppModel): string {
  const imports = createImports();
  const icons = model.pages.map((view) => {
    const { source, name } = iconImport(model, pageIcon(model, view));
    imports.named("lucide-react", source);
    return `  ${view.page}: ${name},`;
  });
  imports.named("@/components/ui/app-shell", "AppShell");
  imports.named("@/services/app", "app");
  const isOffice = model.purpose === "office" || model.purpose === "board";
  const tables = isOffice
    ? model.pages
        .filter(({ kind, entity, where }) => kind === "list" && !where && entityOf(model, entity))
        .map(({ page, entity }) => {
          const found = entityOf(model, entity)!;
          imports.named("@/api/entities", entityImport(found));
          return `  { entity: ${namingOf(found).local}, page: "${page}" },`;
        })
    : [];
  const guarded = guardedPages(model).map(({ entity, page, own }) => {
    imports.named("@/api/entities", entityImport(entity));
    return `  { entity: ${namingOf(entity).local}, page: "${page}"${own ? `, own: ${JSON.stringify(own)}` : ""} },`;
  });
  const kept =
    guarded.length > 0
      ? `\n/** Pages for those who may see their rows. */\nconst guarded = [\n${guarded.join("\n")}\n];\n`
      : "";
  const searched =
    tables.length > 0 ? `\n/** What Ctrl+K searches. */\nconst tables = [\n${tables.join("\n")}\n];\n` : "";
  const more = [
    tables.length > 0 ? " tables={tables}" : "",
    guarded.length > 0 ? " guarded={guarded}" : "",
    model.purpose === "site" ? ` footer={"© " + new Date().getFullYear() + " " + app.name}` : "",
  ].join("");
  return `${imports.text()}

const icons = {
${icons.join("\n")}
};
${searched}${kept}
export default function Layout({ children, currentPageName }) {
  return (
    <AppShell app={app} icons={icons} current={currentPageName}${more}>
      {children}
    </AppShell>
  );
}
`;
}
