import { subjectQuestions } from "@/offline/words/questions";

/** A question of a quiz; without options its answer is typed. */
export type Question = { text: string; options: string[]; answer: string; isNumber?: boolean };
export type Quiz = {
  questions: Question[];
  /** Nobody said which option is right: the first one counts. */
  isFirstRight: boolean;
  /** So many were asked for, and fewer are known. */
  wanted?: number;
  /** The known subject that the questions are about, and its other names. */
  about?: string;
  subjects?: string[];
};

const quizWords = /\b(?:quiz(?:zes)?|trivia|tests?|exams?|true or false|vocabulary|flash ?cards?)\b/i;
const questionsMax = 20;
const usualCount = 5;

const tidy = (text: string) =>
  text
    // What introduces the first question is no part of it.
    .replace(/^.*[:.!]\s/s, "")
    .replace(/^[\s,;.:–-]*(?:and\s+)?(?:\d{1,2}[.)]\s+)?(?:q(?:uestion)?\s*\d*\s*[:.)]\s*)?/i, "")
    .replace(/^["“'‘]|["”'’]$/g, "")
    .trim();
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const mark = /\s*(?:\*|✓|✔|\((?:correct|right)\)|\b(?:is )?(?:correct|right)$)|^(?:\*|✓|✔|correct:|right:|answer:)\s*/i;

/** "Paris, London* or Rome" → its options, and the marked one. */
function readOptions(list: string): { options: string[]; marked: string | undefined } {
  const said = list
    .split(/\s*(?:[,;|/]|\bor\b)\s*/i)
    .map((part) => part.trim())
    .filter(Boolean);
  const marked = said.find((part) => mark.test(part));
  const options = [...new Set(said.map((part) => part.replace(mark, "").trim()))].filter(Boolean);
  return { options, marked: marked?.replace(mark, "").trim() };
}

/** Questions with their answers, as a sentence writes them down: "What is 2+2? (3, 4*, 5)", "The sun is a star (true)". */
function saidQuestions(sentence: string): Quiz {
  const questions: Question[] = [];
  let isFirstRight = false;
  const asked = /([^?()[\]\n;]*\?)\s*(?:[([]([^)\]]+)[)\]]|(?:answer\s*:?|[-–=:→])\s*([^,;.?\n()]+))/gi;
  for (const [, text = "", list, answer] of sentence.matchAll(asked)) {
    const { options, marked } = readOptions(list ?? "");
    if (list !== undefined && options.length > 1) {
      isFirstRight ||= marked === undefined;
      questions.push({ text: capital(tidy(text)), options, answer: marked ?? options[0]! });
    } else questions.push({ text: capital(tidy(text)), options: [], answer: (options[0] ?? answer ?? "").trim() });
  }
  const stated = /([^?()[\]\n;,:.]{6,}?)\s*(?:[([]|[-–=:→]\s*)\s*(true|false)\s*[)\]]?(?=\s*(?:[,;.\n]|and\b|$))/gi;
  for (const [, text = "", answer = ""] of sentence.matchAll(stated))
    questions.push({ text: capital(tidy(text)), options: ["True", "False"], answer: capital(answer.toLowerCase()) });
  // "1) Capital of Italy? a) Rome b) Milan"
  const lettered = /([^?]*\?)((?:\s*\(?[a-f][).]\s*[^?]+?)+?)(?=\s*(?:\(?\d{1,2}[).]|question\b|$|[;\n]))/gi;
  if (questions.length === 0)
    for (const [, text = "", list = ""] of sentence.matchAll(lettered)) {
      const { options, marked } = readOptions(list.replace(/\s*\(?\b[a-f][).]\s*/gi, ";"));
      if (options.length < 2) continue;
      isFirstRight ||= marked === undefined;
      questions.push({ text: capital(tidy(text)), options, answer: marked ?? options[0]! });
    }
  // "What is H2O? Water. What is NaCl? Salt."
  const answered = [...sentence.matchAll(/([^?.;\n]*\?)\s+([^?.;\n(]{1,40}?)(?=[.;\n]|$)/g)];
  if (questions.length === 0 && answered.length > 1)
    for (const [, text = "", answer = ""] of answered)
      questions.push({ text: capital(tidy(text)), options: [], answer: answer.trim() });
  // "dog = Hund, cat = Katze", "the inventor of the telephone (Bell)"
  for (const pairs of [/([^,;:.()?=\n]{2,}?)\s*=\s*([^,;.()=\n]+)/g, /([^,;:.()?\n]{4,}?)\s*\(([^(),/|]+)\)/g]) {
    const found = [...sentence.matchAll(pairs)];
    if (questions.length > 0 || found.length < 2) continue;
    for (const [, text = "", answer = ""] of found)
      questions.push({
        text: capital(tidy(text.replace(/^.*\basks?\s+(?:for\s+)?/i, ""))),
        options: [],
        answer: answer.trim(),
      });
  }
  return { questions: questions.filter(({ text, answer }) => text.length > 2 && answer !== ""), isFirstRight };
}

type Sign = "+" | "−" | "×" | "÷";
const signs: [RegExp, Sign][] = [
  [/\b(?:addition|adding|plus|sums)\b/i, "+"],
  [/\b(?:subtraction|subtracting|minus)\b/i, "−"],
  [/\b(?:multiplication|multiplying|times)\b/i, "×"],
  [/\b(?:division|dividing)\b/i, "÷"],
];
const sums: Record<Sign, (step: number) => [number, number, number]> = {
  "+": (step) => [6 + step * 3, 5 + step * 2, 11 + step * 5],
  "−": (step) => [15 + step * 4, 7 + step, 8 + step * 3],
  "×": (step) => [3 + step, 6 + (step % 4), (3 + step) * (6 + (step % 4))],
  "÷": (step) => [(3 + step) * (4 + (step % 3)), 4 + (step % 3), 3 + step],
};

/** Sums for a quiz in arithmetic, of the kinds that the sentence names. */
function arithmetic(sentence: string, count: number): Question[] {
  const table = /\b(\d{1,2})(?:\s*|-)(?:times? table|x table)/i.exec(sentence)?.[1];
  const named = signs.filter(([words]) => words.test(sentence)).map(([, sign]) => sign);
  const kinds: Sign[] = named.length > 0 ? named : ["+", "−", "×"];
  return Array.from({ length: count }, (_, at): Question => {
    if (table !== undefined) {
      const by = ((at * 3) % 10) + 2;
      return { text: `${by} × ${table} = ?`, options: [], answer: `${by * Number(table)}`, isNumber: true };
    }
    const sign = kinds[at % kinds.length]!;
    const [left, right, result] = sums[sign](Math.floor(at / kinds.length) * 2 + at);
    return { text: `${left} ${sign} ${right} = ?`, options: [], answer: `${result}`, isNumber: true };
  });
}

/**
 * The questions of a quiz: those that the sentence writes down, sums where it is about arithmetic, or known ones about
 * its subject. Undefined where it is no quiz, or about something that nothing is known of.
 */
export function readQuiz(sentence: string): Quiz | undefined {
  if (!quizWords.test(sentence)) return undefined;
  const said = saidQuestions(sentence);
  if (said.questions.length > 0) return { ...said, questions: said.questions.slice(0, questionsMax) };
  const count = Number(/\b(\d{1,2})[\s-]+(?:\p{L}+\s+)?questions?\b/iu.exec(sentence)?.[1] ?? usualCount);
  const most = Math.min(questionsMax, Math.max(1, count));
  if (!/\b(?:quiz(?:zes)?|trivia)\b|\b(?:vocabulary|grammar|knowledge|multiple[ -]choice)\b.*\btest\b/i.test(sentence))
    return undefined;
  if (/\b(?:maths?|mathematics|arithmetic|addition|multiplication|subtraction|times[ -]tables?)\b/i.test(sentence))
    return { questions: arithmetic(sentence, most), isFirstRight: false };
  const known = subjectQuestions(sentence);
  return (
    known && {
      questions: known.questions.slice(0, most),
      isFirstRight: false,
      wanted: most,
      about: known.about,
      subjects: known.subjects,
    }
  );
}
