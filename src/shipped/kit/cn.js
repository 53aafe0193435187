import { clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/**
 * Joins class names; of two that say the same thing the later one wins.
 * @param {import("clsx").ClassValue[]} classes
 */
export function cn(...classes) {
  return twMerge(clsx(classes));
}
