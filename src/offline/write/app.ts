import "server-only";
import type { AppModel, SourceFile, View } from "../app-model";
import { entityOf } from "../app-model";
import { boardSource } from "./board";
import { calendarSource } from "./calendar";
import { chartCardSource, figuresSource, statCardSource } from "./dashboard-parts";
import { dashboardSource } from "./dashboard";
import { formSource } from "./form";
import {
  choicesFieldSource,
  fileFieldSource,
  imageFieldSource,
  initialsSource,
  starsSource,
  tagsFieldSource,
} from "./inputs";
import { layoutSource } from "./layout";
import { listSource } from "./list";
import { appSource, formatSource, themeSource, useRowsSource } from "./foundation";
import {
  accountButtonSource,
  deleteDialogSource,
  emptyStateSource,
  fieldSource,
  filterSelectSource,
  loadErrorSource,
  loadingRowsSource,
  optionBadgeSource,
  pageHeaderSource,
  rowMenuSource,
  selectFieldSource,
  sortHeadSource,
} from "./shared";
import { publicFormSource, textSource } from "./simple-pages";
import { cssSource } from "./theme";

const shared: Record<string, string> = {
  "components/PageHeader.jsx": pageHeaderSource,
  "components/EmptyState.jsx": emptyStateSource,
  "components/AccountButton.jsx": accountButtonSource,
  "components/LoadError.jsx": loadErrorSource,
  "components/LoadingRows.jsx": loadingRowsSource,
  "components/OptionBadge.jsx": optionBadgeSource,
  "components/DeleteDialog.jsx": deleteDialogSource,
  "components/Field.jsx": fieldSource,
  "components/SelectField.jsx": selectFieldSource,
  "components/FilterSelect.jsx": filterSelectSource,
  "components/SortHead.jsx": sortHeadSource,
  "components/RowMenu.jsx": rowMenuSource,
  "components/ImageField.jsx": imageFieldSource,
  "components/FileField.jsx": fileFieldSource,
  "components/TagsField.jsx": tagsFieldSource,
  "components/ChoicesField.jsx": choicesFieldSource,
  "components/Stars.jsx": starsSource,
  "components/Initials.jsx": initialsSource,
  "components/StatCard.jsx": statCardSource,
  "components/ChartCard.jsx": chartCardSource,
  "services/figures.js": figuresSource,
  "services/use-rows.js": useRowsSource,
};

function pageSource(model: AppModel, view: View): string {
  const entity = entityOf(model, view.entity);
  if (view.kind === "dashboard") return dashboardSource(model, view);
  if (view.kind === "text" || !entity) return textSource(view);
  if (view.kind === "form") return publicFormSource(model, view, entity);
  const kind = view.field && entity.properties[view.field] ? view.kind : "list";
  if (kind === "board") return boardSource(model, view, entity);
  if (kind === "calendar") return calendarSource(model, view, entity);
  return listSource(model, view, entity);
}

/** Shared pieces that the given files import, directly or through one another. */
function neededShared(files: SourceFile[]): SourceFile[] {
  const wanted = new Set<string>();
  const visit = (content: string) => {
    for (const path of Object.keys(shared)) {
      if (wanted.has(path) || !content.includes(`"@/${path.replace(/\.jsx?$/, "")}"`)) continue;
      wanted.add(path);
      visit(shared[path]!);
    }
  };
  for (const file of files) visit(file.content);
  return [...wanted].sort().map((path) => ({ path, content: shared[path]! }));
}

/** Parts of a template that were not needed leave lines of spaces behind. */
const tidy = (source: string) => source.replace(/\n(?:[ \t]+\n)+/g, "\n");

/** Every file of the app but its entities: a pure function of the model, so that what a person changed by hand shows as a difference. */
export function writeApp(model: AppModel): SourceFile[] {
  const edited = model.entities.filter((entity) =>
    model.pages.some((page) => page.entity === entity.name && page.kind !== "form"),
  );
  const files: SourceFile[] = [
    { path: "globals.css", content: cssSource(model.look) },
    { path: "layout.jsx", content: layoutSource(model) },
    { path: "services/app.js", content: appSource(model) },
    { path: "services/format.js", content: formatSource(model.look.currency ?? "USD") },
    { path: "services/theme.js", content: themeSource(model.look.mode) },
    ...edited.map((entity) => ({
      path: `components/${entity.name}Form.jsx`,
      content: tidy(formSource(model, entity)),
    })),
    ...model.pages.map((view) => ({ path: `pages/${view.page}.jsx`, content: tidy(pageSource(model, view)) })),
  ];
  return [...neededShared(files), ...files];
}
