/** Texts and limits of 2-builder.md §9, "Rating". */
const positiveReasons = [
  "I love it!",
  "Clear explanations",
  "Fast and efficient",
  "Understood perfectly",
  "Beautiful design",
];
const problems = [
  "Gets stuck in loops",
  "Doesn't implement the changes",
  "Design looks poor",
  "Code has bugs or errors",
  "Response is off-topic",
  "Takes too long to respond",
  "Misunderstands my requirements",
  "Explanation is unclear",
];

export const scoreMax = 5;
export const ratingCommentMax = 2_000;

/** "Score 4 or more shows positive reasons …; below 4 shows problems." None before a score. */
export const reasonsFor = (score: number): string[] => (score === 0 ? [] : score >= 4 ? positiveReasons : problems);

export type RatingForm = { score: number; feedback: string[]; comment: string };
export const emptyRating: RatingForm = { score: 0, feedback: [], comment: "" };

export type RatingAction =
  | { type: "score"; score: number }
  | { type: "reason"; reason: string }
  | { type: "comment"; comment: string }
  | { type: "reset" };

/** Crossing the threshold clears the reasons of the other side. */
export function fillRating(form: RatingForm, action: RatingAction): RatingForm {
  switch (action.type) {
    case "score":
      return {
        ...form,
        score: action.score,
        feedback: form.feedback.filter((reason) => reasonsFor(action.score).includes(reason)),
      };
    case "reason":
      return {
        ...form,
        feedback: form.feedback.includes(action.reason)
          ? form.feedback.filter((reason) => reason !== action.reason)
          : [...form.feedback, action.reason],
      };
    case "comment":
      return { ...form, comment: action.comment };
    case "reset":
      return emptyRating;
  }
}

/** "Submit needs score 1-5" (2-builder.md §5). */
export const canSubmitRating = ({ score }: RatingForm): boolean => score >= 1 && score <= scoreMax;

/** The request: "comment optional and trimmed". */
export const ratingPayload = (messageId: string, form: RatingForm) => ({
  messageId,
  score: form.score,
  feedback: form.feedback,
  comment: form.comment.trim(),
});
