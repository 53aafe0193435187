/** In ascending order: lite < explorer < moon < monetizer (design §6). */
export const planIds = ["lite", "explorer", "moon", "monetizer"] as const;
export type PlanId = (typeof planIds)[number];
