import { useEffect, useState } from "react";
import { appPath, call } from "./api.js";
import { config, getToken, setToken } from "./config.js";

const quiet = { asksToSignIn: false };

/** The sale that the payment provider's link names, once somebody is signed in to claim it. */
async function claimSale() {
  const address = new URL(window.location.href);
  const saleId = address.searchParams.get("sale_id");
  if (!saleId) return false;
  address.searchParams.delete("sale_id");
  window.history.replaceState(window.history.state, "", address);
  return call("POST", appPath("/membership"), { saleId }, quiet).then(
    () => true,
    () => false,
  );
}

/**
 * What a signed-in member has to buy before they get in; null while that is not known, and where nothing is.
 * @returns {{ name: string, price: string, url: string, hasCheckout: boolean } | null}
 */
export function useOffer(isOpen) {
  const [offer, setOffer] = useState(null);
  useEffect(() => {
    if (!isOpen || config.mode !== "published" || getToken() === null) return;
    const ask = async () => {
      if (await claimSale()) return window.location.reload();
      const found = await call("GET", appPath("/membership"), undefined, quiet);
      if (found.isRequired && !found.isPaid) setOffer(found);
    };
    ask().catch(() => undefined);
  }, [isOpen]);
  return offer;
}

/** The membership that an app sells: where to buy it, and the way in for whoever has. */
export function Membership({ offer, field }) {
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const claim = async (event) => {
    event.preventDefault();
    const licenseKey = new FormData(event.currentTarget).get("licenseKey");
    setIsBusy(true);
    setProblem("");
    try {
      await call("POST", appPath("/membership"), { licenseKey }, quiet);
      window.location.reload();
    } catch (error) {
      setProblem(error.message);
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
      setProblem(error.message);
      setIsBusy(false);
    }
  };
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
      <p className="mt-1 text-sm text-muted-foreground">{config.appName} is for paying members.</p>
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
