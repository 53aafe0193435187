import "server-only";
import { type AppModel, entityOf, type SourceFile, type View } from "../model/app-model";
import { dashboardSource } from "./dashboard";
import { appSource } from "./foundation";
import { layoutSource } from "./layout";
import { columnsOf } from "../model/columns";
import {
  boardSource,
  calendarSource,
  feedSource,
  gallerySource,
  listSource,
  publicFormSource,
  slotsSource,
  textSource,
} from "./pages";
import { cssSource } from "./theme";

function pageSource(model: AppModel, view: View): string {
  const entity = entityOf(model, view.entity);
  if (view.kind === "dashboard") return dashboardSource(model, view);
  if (view.kind === "text" || !entity) return textSource(view);
  if (view.kind === "form") return publicFormSource(model, view, entity);
  const field = view.field ? columnsOf(entity).find(({ name }) => name === view.field) : undefined;
  if (view.kind === "board" && field) return boardSource(model, view, entity);
  if (view.kind === "calendar" && field) return calendarSource(model, view, entity);
  if (view.form === "gallery") return gallerySource(model, view, entity);
  if (view.form === "feed") return feedSource(model, view, entity);
  if (view.form === "slots" && columnsOf(entity).some(({ kind }) => kind === "datetime"))
    return slotsSource(model, view, entity);
  return listSource(model, view, entity);
}

/** All files of the app but its entities. Pure function of the model, so that manual changes show as a diff. */
export function writeApp(model: AppModel): SourceFile[] {
  return [
    { path: "globals.css", content: cssSource(model.look) },
    { path: "layout.jsx", content: layoutSource(model) },
    { path: "services/app.js", content: appSource(model) },
    ...model.pages.map((view) => ({ path: `pages/${view.page}.jsx`, content: pageSource(model, view) })),
  ];
}
