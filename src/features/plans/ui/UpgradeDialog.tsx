"use client";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { upgradeParameter, upgradeValue } from "@/api/offer-upgrade";
import { isExemptPath } from "@/api/rules";

// Part of every page, so its contents are loaded when it opens.
const UpgradeOffer = dynamic(() => import("./UpgradeOffer").then((file) => file.UpgradeOffer), { ssr: false });

/** Opened by the URL from anywhere. Never shown when plans are off. */
export function UpgradeDialog() {
  const search = useSearchParams();
  const isOutside = isExemptPath(usePathname());
  if (search.get(upgradeParameter) !== upgradeValue || isOutside) return null;
  return <UpgradeOffer gate={search.get("gate")} />;
}
