import { useEffect, useState } from "react";
import { ApiError, appPath, call, messageOf } from "./api.js";
import { config, getToken, setToken } from "./config.js";

const quiet = { asksToSignIn: false };

const saleOfLink = () => new URLSearchParams(window.location.search).get("sale_id");

const claimTries = 4;
const claimWaitMs = 4_000;

/**
 * Claims the sale that the payment provider's link names. The provider's confirmation may come later than the person.
 * The address keeps the sale until then, so that a reload asks again.
 * @param {string} saleId
 */
async function claimSale(saleId) {
  for (let tries = 1; tries <= claimTries; tries += 1) {
    if (tries > 1) await new Promise((resolve) => setTimeout(resolve, claimWaitMs));
    try {
      await call("POST", appPath("/membership"), { saleId }, quiet);
      const address = new URL(window.location.href);
      address.searchParams.delete("sale_id");
      window.history.replaceState(window.history.state, "", address);
      return true;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      if (code !== "membership-unknown" && code !== "offline") return false;
    }
  }
  return false;
}

/** @typedef {{ name?: string, price?: string, url?: string, hasCheckout?: boolean, hasEnded?: boolean, isConfirming?: boolean, isUnconfirmed?: boolean }} Offer */

/**
 * What a signed-in member has to buy before they get in; null while that is not known, and where nothing is.
 * `isConfirming` while a payment is looked up, `isUnconfirmed` when it is not known yet.
 * @param {boolean} isOpen
 */
export function useOffer(isOpen) {
  const [offer, setOffer] = useState(/** @type {Offer | null} */ (null));
  useEffect(() => {
    if (!isOpen || config.mode !== "published" || getToken() === null) return;
    const ask = async () => {
      const saleId = saleOfLink();
      if (saleId) setOffer({ isConfirming: true });
      if (saleId && (await claimSale(saleId))) return window.location.reload();
      const found = await call("GET", appPath("/membership"), undefined, quiet);
      setOffer(found.isRequired && !found.isPaid ? { ...found, isUnconfirmed: saleId !== null } : null);
    };
    ask().catch(() => setOffer(null));
  }, [isOpen]);
  return offer;
}

/**
 * The membership that an app sells: where to buy it, and the way in for whoever has.
 * @param {{ offer: Offer, field: string }} props `field`: the class of inputs
 */
export function Membership({ offer, field }) {
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  /** @param {import("react").SubmitEvent<HTMLFormElement>} event */
  const claim = async (event) => {
    event.preventDefault();
    const licenseKey = new FormData(event.currentTarget).get("licenseKey");
    setIsBusy(true);
    setProblem("");
    try {
      await call("POST", appPath("/membership"), { licenseKey }, quiet);
      window.location.reload();
    } catch (error) {
      setProblem(messageOf(error));
      setIsBusy(false);
    }
  };
  const buy = async () => {
    setIsBusy(true);
    setProblem("");
    try {
      const { url } = await call("POST", appPath("/membership/checkout"), {}, quiet);
      window.location.assign(url);
    } catch (error) {
      setProblem(messageOf(error));
      setIsBusy(false);
    }
  };
  if (offer.isConfirming)
    return (
      <section
        aria-label="Membership"
        className="w-full max-w-sm rounded-xl border border-border bg-card p-6 text-card-foreground shadow-lg"
      >
        <p role="status" className="text-sm">
          Confirming your payment…
        </p>
      </section>
    );
  const leave = async () => {
    await call("POST", appPath("/sign-out"), {}, quiet).catch(() => undefined);
    setToken(null);
    window.location.reload();
  };
  return (
    <section
      aria-label="Membership"
      className="w-full max-w-sm rounded-xl border border-border bg-card p-6 text-card-foreground shadow-lg"
    >
      <h1 className="text-lg font-semibold">{offer.name || `Membership of ${config.appName}`}</h1>
      <p className="mt-1 text-sm text-muted-foreground">
        {offer.hasEnded
          ? `Your membership of ${config.appName} has ended. Become a member again to come back in.`
          : `${config.appName} is for paying members.`}
      </p>
      {offer.isUnconfirmed && (
        <p role="alert" className="mt-3 text-sm">
          Your payment has not arrived yet. You need not pay again: reload this page in a few minutes.
        </p>
      )}
      {offer.price && <p className="mt-4 text-2xl font-semibold">{offer.price}</p>}
      {offer.url && (
        <a
          href={offer.url}
          target="_blank"
          rel="noopener"
          className="mt-4 block rounded-md bg-primary px-3 py-2 text-center text-sm font-medium text-primary-foreground"
        >
          Become a member
        </a>
      )}
      {offer.hasCheckout && (
        <button
          type="button"
          disabled={isBusy}
          onClick={buy}
          className="mt-4 w-full rounded-md bg-primary px-3 py-2 text-sm font-medium text-primary-foreground disabled:opacity-60"
        >
          Become a member
        </button>
      )}
      {problem && (
        <p role="alert" className="mt-3 text-sm text-destructive">
          {problem}
        </p>
      )}
      {!offer.hasCheckout && (
        <form onSubmit={claim}>
          <label className="mt-5 block text-sm font-medium">
            License key
            <input name="licenseKey" required autoComplete="off" className={field} />
            <span className="mt-1 block text-xs font-normal text-muted-foreground">It stands on your receipt.</span>
          </label>
          <button
            disabled={isBusy}
            className="mt-4 w-full rounded-md border border-border px-3 py-2 text-sm font-medium disabled:opacity-60"
          >
            I have paid
          </button>
        </form>
      )}
      <button type="button" className="mt-4 text-sm text-muted-foreground underline" onClick={leave}>
        Sign out
      </button>
    </section>
  );
}
