/** The widths that a preview can be looked at. */
export const previewWidths = { desktop: "100%", tablet: "768px", phone: "390px" } as const;
export type PreviewWidth = keyof typeof previewWidths;
