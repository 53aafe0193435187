import "server-only";
import { type SourceFile, fileName } from "@/shipped/contract";
import { Bundle, type Knowledge } from "./bundle";
import type { Detector, Finding } from "./detector";
import { accessMismatch } from "./detectors/access-mismatch";
import { asyncEffect } from "./detectors/async-effect";
import { badEnumValue } from "./detectors/bad-enum-value";
import { conditionalHook } from "./detectors/conditional-hook";
import { constAssign } from "./detectors/const-assign";
import { deadControl } from "./detectors/dead-control";
import { domAttribute } from "./detectors/dom-attribute";
import { duplicateAttribute } from "./detectors/duplicate-attribute";
import { duplicateDeclaration } from "./detectors/duplicate-declaration";
import { duplicateDefaultExport } from "./detectors/duplicate-default-export";
import { duplicateKey } from "./detectors/duplicate-key";
import { elidedCode } from "./detectors/elided-code";
import { emptyOptionValue } from "./detectors/empty-option-value";
import { entityJson } from "./detectors/entity-json";
import { entitySchema } from "./detectors/entity-schema";
import { functionHandler } from "./detectors/function-handler";
import { leftoverMarker } from "./detectors/leftover-marker";
import { missingAwait } from "./detectors/missing-await";
import { missingDefaultExport } from "./detectors/missing-default-export";
import { missingExport } from "./detectors/missing-export";
import { missingKey } from "./detectors/missing-key";
import { missingRequired } from "./detectors/missing-required";
import { missingReturn } from "./detectors/missing-return";
import { nestedRouter } from "./detectors/nested-router";
import { objectChild } from "./detectors/object-child";
import { pageRoutes } from "./detectors/page-routes";
import { proseFile } from "./detectors/prose-file";
import { renderLoop } from "./detectors/render-loop";
import { rowField } from "./detectors/row-field";
import { stateShape } from "./detectors/state-shape";
import { syntaxError } from "./detectors/syntax-error";
import { unbalancedCss } from "./detectors/unbalanced-css";
import { undeclaredSecret } from "./detectors/undeclared-secret";
import { undefinedName } from "./detectors/undefined-name";
import { unknownEntity, unknownFunction } from "./detectors/unknown-entity";
import { unknownField } from "./detectors/unknown-field";
import { unknownMethod } from "./detectors/unknown-method";
import { unknownPackage } from "./detectors/unknown-package";
import { unknownPage } from "./detectors/unknown-page";
import { unresolvedImport } from "./detectors/unresolved-import";
import { unusedJsx } from "./detectors/unused-jsx";
import { wrongValueType } from "./detectors/wrong-value-type";
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
