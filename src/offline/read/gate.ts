import "server-only";
import type { AppModel } from "../app-model";
import { colorsIn } from "../colors";
import { labelFor } from "../fields";
import { distance, singular, wordsOf } from "../inflect";
import { isRecordVerb } from "./lexicon";
import type { Difference } from "./differences";

/** Words that requests are made with; none of them names anything in an app. */
export const plain = new Set(
  `a an the and or but also too as at by for from in into of on onto to with without within per than then so that this these those there it its they them their i me my mine we us our you your he she his her everyone everybody anyone anybody nobody somebody someone people person user users visitor visitors each every all any some no not none one two three both same other another more most less few several many multiple single new own whole entire only just even still again now instead please pls thanks thank hi hello hey can could would should shall will may might must need needs needed want wants wanted like likes wish prefer be is are was were been being am do does did done doing have has had having get gets give gives given let lets allow allows make makes made making put puts set sets setting add adds added adding create creates include includes insert append attach upload build use uses using used turn turns change changes changed switch convert move rename renamed relabel call calls called name named title titled retitle label labelled remove delete drop rid hide hidden show shows shown display displays see view views visible list lists listed take out away back off up down over under top left right first last next start starts begin begins open opens opening end keep keeps store stores stored track tracks save record records recorded enter fill filled field fields column columns property properties attribute attributes input inputs value values option options choice choices entry entries row rows table tables entity entities section page pages screen app application site website tool system model data database item items thing things kind kinds type types form forms dropdown drop select selection picklist enum checkbox check box tick toggle switch yes no flag text long short number numeric integer decimal currency money amount percent percentage date day time datetime email mail url link links linked linking web address image picture photo file attachment tags multi choose chosen pick picked mandatory required optional must default defaults initial initially empty blank sort sorted sorts order ordered orders arrange arranged ascending descending asc desc newest oldest latest earliest highest lowest biggest smallest alphabetically alphabetical az za group grouped grouping filter filters filtered filtering filterable search chart charts graph graphs diagram pie bar line donut count counts counted sum sums total totals number average month months monthly over year week weekly daily board boards kanban trello calendar calendars gallery dashboard overview summary home start landing card figures figure statistics stats report reports menu navigation nav navbar sidebar side bar sample example demo dummy test fake random seed populate generate color colour colors colours coloured colored theme look style design mode dark light background accent main primary brand scheme when where which who what how whether if while because since belongs belong related relation relationship connection connected connect refer reference refers point points know assigned assign able possible way field's permission permissions access allowed restrict restricted limit limited edit edits editing editable write writes read reads private public admin admins administrator administrators owner owners manager managers staff creator creators member members logged signed registered account accounts submit view viewing modify update updates updated manage bitte also currently already anymore longer across columns different via about under following like such e.g eg etc ok okay great well really very quite bit little simple nice good easy clear possible separate proper additional extra further whole everything anything something nothing kanban-board else rather place instead whose him herself himself themselves quick quickly dates times numbers texts images photos pictures files emails urls mails phones mark marked showing shown using containing listing having don doesn didn isn aren won completely entirely altogether word words term says say saying visualize visualise paint go enable discard eliminate extend missing lack lacks require requires strip offer offers between against lose throw forget provide introduce alongside displayed listing picker based drag through trello-style dots allowing choosing selecting show-up appear appears appearing look-up cheapest expensive soonest smallest largest everywhere throughout multi select time sure compulsory obligatory necessary ensure several once`.split(
    /\s+/,
  ),
);

const key = (word: string) => singular(word).replace(/(?:ed|ing)$/, "");

/** Every word by which the app's parts go. */
function vocabularyOf(model: AppModel): string[] {
  return [
    model.name,
    ...model.pages.flatMap((page) => [page.title, page.page]),
    ...model.entities.flatMap((entity) => [
      entity.name,
      entity.title ?? "",
      ...Object.entries(entity.properties).flatMap(([name, value]) => [
        name,
        labelFor(name, value),
        ...(value.enum ?? value.items?.enum ?? []).map(String),
      ]),
    ]),
  ];
}

/**
 * The words of a request that nothing in its result answers to: what was not understood of it.
 * A word counts as answered when a difference is about it, when it names a part of the app, or when requests are made with it.
 */
export function unansweredWords(clause: string, differences: Difference[], models: AppModel[]): string[] {
  const known = new Set(
    [...differences.flatMap(({ about }) => about), ...models.flatMap(vocabularyOf)]
      .flatMap(wordsOf)
      .flatMap((word) => [word, key(word)]),
  );
  const colors = new Set(colorsIn(clause).flatMap(({ name }) => wordsOf(name)));
  const isKnown = (word: string) =>
    plain.has(word) ||
    known.has(word) ||
    known.has(key(word)) ||
    plain.has(singular(word)) ||
    plain.has(key(word)) ||
    colors.has(word) ||
    isRecordVerb(word) ||
    /^\d+$/.test(word) ||
    word.length < 2;
  return wordsOf(clause).filter(
    (word) => !isKnown(word) && !(word.length > 4 && [...known].some((other) => distance(word, other) === 1)),
  );
}
