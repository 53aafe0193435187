import "server-only";

/** Who has a place, and what it is called, in a sentence that says how many there are: "max 12 people", "seats limited to 120". */
export const placeNouns =
  "(?:seats?|places?|spots?|spaces|tickets?|people|persons|participants?|attendees|guests|visitors|players|children|kids|students|pupils|dogs|members|riders|passengers)";
