"use client";
import { useEffect, useEffectEvent } from "react";
import { usePathname } from "next/navigation";
import { trpc } from "@/api/client";
import { isOpenPath } from "@/api/rules";
import { notify, notifySuccess } from "@/ui/notify";
import { pollAccount } from "../confirm-sale";

/**
 * "An unverified email goes to verifyEmail" (1-platform.md §4), except from the settings, where the address can be
 * changed. Also handles the return from a payment.
 */
export function AccountGate() {
  const path = usePathname();
  const isGuarded = !isOpenPath(path);
  const utils = trpc.useUtils();
  const current = trpc.account.current.useQuery(undefined, { enabled: isGuarded });
  const mustVerify = isGuarded && path !== "/settings" && current.data?.mustVerifyEmail === true;
  useEffect(() => {
    if (!mustVerify) return;
    const here = window.location.pathname + window.location.search;
    window.location.replace(`/auth/verifyEmail?continueUrl=${encodeURIComponent(here)}`);
  }, [mustVerify]);

  const isIn = isGuarded && current.isSuccess;
  const claim = trpc.account.create.useMutation({ meta: { quiet: true } });
  const followPayment = useEffectEvent(async () => {
    const saleId = new URLSearchParams(window.location.search).get("sale_id");
    if (!saleId) return;
    notify("Confirming your payment…", { autoClose: false });
    const isDone = await pollAccount(
      async () => {
        // No ping tells of it where the provider cannot reach this server, or the buyer gave another address.
        await claim.mutateAsync({ saleId }).catch(() => undefined);
        return utils.account.current.fetch(undefined, { staleTime: 0 });
      },
      ({ subscriptionPaymentsIds }) => subscriptionPaymentsIds.includes(saleId),
    );
    if (isDone) {
      // Until then a reload asks again.
      const address = new URL(window.location.href);
      address.searchParams.delete("sale_id");
      window.history.replaceState(window.history.state, "", address);
      notifySuccess("Thank you! Your payment has arrived.");
      await utils.plans.invalidate();
    } else notify("Your payment has not arrived yet. Reload this page in a few minutes.");
  });
  useEffect(() => {
    if (isIn) void followPayment();
  }, [isIn]);
  return null;
}
