import "server-only";
import { type SourceFile, fileName } from "@/shipped/contract";
import { Bundle, type Knowledge } from "./facts/bundle";
import type { Detector, Finding } from "./detector";
import { accessMismatch } from "./detectors/entities/access-mismatch";
import { asyncEffect } from "./detectors/react/async-effect";
import { badEnumValue } from "./detectors/entities/bad-enum-value";
import { conditionalHook } from "./detectors/react/conditional-hook";
import { constAssign } from "./detectors/names/const-assign";
import { deadControl } from "./detectors/react/dead-control";
import { domAttribute } from "./detectors/react/dom-attribute";
import { duplicateAttribute } from "./detectors/react/duplicate-attribute";
import { duplicateDeclaration } from "./detectors/names/duplicate-declaration";
import { duplicateDefaultExport } from "./detectors/modules/duplicate-default-export";
import { duplicateKey } from "./detectors/names/duplicate-key";
import { elidedCode } from "./detectors/text/elided-code";
import { emptyOptionValue } from "./detectors/react/empty-option-value";
import { entityJson } from "./detectors/entities/entity-json";
import { entitySchema } from "./detectors/entities/entity-schema";
import { functionHandler } from "./detectors/functions/function-handler";
import { leftoverMarker } from "./detectors/text/leftover-marker";
import { missingAwait } from "./detectors/entities/missing-await";
import { missingDefaultExport } from "./detectors/modules/missing-default-export";
import { missingExport } from "./detectors/modules/missing-export";
import { missingKey } from "./detectors/react/missing-key";
import { missingRequired } from "./detectors/entities/missing-required";
import { missingReturn } from "./detectors/react/missing-return";
import { nestedRouter } from "./detectors/pages/nested-router";
import { objectChild } from "./detectors/react/object-child";
import { pageRoutes } from "./detectors/pages/page-routes";
import { proseFile } from "./detectors/text/prose-file";
import { renderLoop } from "./detectors/react/render-loop";
import { rowField } from "./detectors/entities/row-field";
import { stateShape } from "./detectors/react/state-shape";
import { syntaxError } from "./detectors/text/syntax-error";
import { unbalancedCss } from "./detectors/text/unbalanced-css";
import { undeclaredSecret } from "./detectors/functions/undeclared-secret";
import { undefinedName } from "./detectors/names/undefined-name";
import { unknownEntity, unknownFunction } from "./detectors/entities/unknown-entity";
import { unknownField } from "./detectors/entities/unknown-field";
import { unknownMethod } from "./detectors/entities/unknown-method";
import { unknownPackage } from "./detectors/modules/unknown-package";
import { unknownPage } from "./detectors/pages/unknown-page";
import { unresolvedImport } from "./detectors/modules/unresolved-import";
import { unusedJsx } from "./detectors/react/unused-jsx";
import { wrongValueType } from "./detectors/entities/wrong-value-type";
import type { Issue, ValidationResult } from "./schema";

/** In order of repair: what prevents parsing comes first. */
export const detectors: Detector[] = [
  leftoverMarker,
  proseFile,
  syntaxError,
  entityJson,
  entitySchema,
  unbalancedCss,
  elidedCode,
  duplicateDefaultExport,
  duplicateDeclaration,
  unresolvedImport,
  unknownPackage,
  unknownEntity,
  unknownFunction,
  missingExport,
  missingDefaultExport,
  undefinedName,
  constAssign,
  unusedJsx,
  missingReturn,
  nestedRouter,
  conditionalHook,
  stateShape,
  renderLoop,
  objectChild,
  missingAwait,
  unknownMethod,
  unknownField,
  rowField,
  badEnumValue,
  wrongValueType,
  missingRequired,
  emptyOptionValue,
  unknownPage,
  pageRoutes,
  functionHandler,
  accessMismatch,
  undeclaredSecret,
  domAttribute,
  duplicateAttribute,
  duplicateKey,
  asyncEffect,
  missingKey,
  deadControl,
];

export type Found = { issue: Issue; finding: Finding };
export type Check = { bundle: Bundle; found: Found[] };

/** Runs every detector. Findings keep their fixes; use `validateBundle` for what leaves the server. */
export function checkBundle(files: SourceFile[], knowledge: Knowledge = {}): Check {
  const bundle = new Bundle(files, knowledge);
  const found = detectors.flatMap((detector) =>
    detector.detect(bundle).map((finding) => ({ finding, issue: toIssue(bundle, detector, finding) })),
  );
  for (const code of bundle.codes) code.release();
  return { bundle, found: withoutMasked(found) };
}

/** While leftover assistant markers stand in a file, drop its other findings: they are consequences. */
function withoutMasked(found: Found[]): Found[] {
  const marked = new Set(
    found.filter(({ issue }) => issue.detectorId === leftoverMarker.name).map(({ issue }) => issue.path),
  );
  return marked.size === 0
    ? found
    : found.filter(({ issue }) => issue.detectorId === leftoverMarker.name || !marked.has(issue.path));
}

function toIssue(bundle: Bundle, { name, severity }: Detector, { path, start, message }: Finding): Issue {
  const line = bundle.code(path)?.lineOf(start) ?? (bundle.paths.get(path) ?? "").slice(0, start).split("\n").length;
  return { message, componentName: fileName(path), detectorId: name, severity, line, path };
}

/** Issues of an app in order of repair. Fast enough to run after every turn and save. */
export function validateBundle(files: SourceFile[], knowledge: Knowledge = {}): Issue[] {
  return checkBundle(files, knowledge).found.map(({ issue }) => issue);
}

/** The tester's response: issues, count per detector, duration in ms. */
export function testBundle(files: SourceFile[], knowledge: Knowledge = {}): ValidationResult {
  const started = performance.now();
  const issues = validateBundle(files, knowledge);
  const counted = detectors.map(({ name, severity }) => ({
    id: name,
    severity,
    issues: issues.filter(({ detectorId }) => detectorId === name).length,
  }));
  return { issues, detectors: counted, executionTimeMs: Math.round((performance.now() - started) * 10) / 10 };
}
