/**
 * "goto with value upgrade_app_plan opens the upgrade dialog" (1-platform.md §2). The dialog is part of the URL: reload
 * keeps it, Back closes it.
 */
export const upgradeParameter = "goto";
export const upgradeValue = "upgrade_app_plan";

/** @param gate what was refused; explained above the plans (features/plans/rules.ts) */
export function offerUpgrade(gate?: string): void {
  const address = new URL(window.location.href);
  address.searchParams.set(upgradeParameter, upgradeValue);
  if (gate) address.searchParams.set("gate", gate);
  else address.searchParams.delete("gate");
  window.history.pushState(null, "", address);
}

export function closeUpgrade(): void {
  const address = new URL(window.location.href);
  for (const name of [upgradeParameter, "gate"]) address.searchParams.delete(name);
  window.history.replaceState(null, "", address);
}
