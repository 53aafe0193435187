import "server-only";
import { ownedByServer } from "@/api/gates";
import type { Env } from "@/engines/env";
import { flushAnalytics } from "@/features/analytics/collect";
import { rollUp } from "@/features/analytics/roll-up";
import { rollUpCron, rollUpJob } from "@/features/analytics/schema";
import { checkDomains } from "@/features/domains/check-domain";
import { domainCheckCron, domainCheckJob } from "@/features/domains/schema";
import { buildFieldIndex, fieldIndexJob, fieldIndexRetries } from "@/features/entities/index-fields";
import { deployAfterTurn } from "@/features/functions/deploy";
import { deployJob } from "@/features/functions/schema";
import { recoverTurns, requeueTurns, watchTurns } from "@/features/turns/recover";
import { embedMissing, embedMissingCron, embedMissingJob } from "@/features/retrieval/embed-missing";
import { requeueRuns, watchRuns } from "@/features/runs/claim";
import { runTool } from "@/features/runs/run";
import { runJob } from "@/features/runs/schema";
import { composeJob } from "@/features/tool-versions/schema";
import { requeueCompositions, runComposition, watchCompositions } from "@/features/tool-versions/compose-in-job";
import { runTurn } from "@/features/turns/run";
import { turnJob } from "@/features/turns/limits";
import { recoverImports, runImport, watchImports } from "@/features/imports/run-import";
import { checkSales, confirmSale, paymentRetries } from "@/features/payment/confirm-sale";
import { checkMemberships, confirmMembership } from "@/features/memberships/confirm";
import { membershipCheckCron, membershipCheckJob, membershipJob } from "@/features/memberships/schema";
import { followChoice } from "@/features/models/store";
import { paymentCheckCron, paymentCheckJob, paymentJob } from "@/features/payment/schema";
import { sweep, sweepCron, sweepJob } from "@/features/retention/sweep";
import { importJob } from "@/features/imports/schema";
import { requeueItems, watchItems } from "@/features/sources/claim";
import { syncJob } from "@/features/sources/schema";
import { syncItem } from "@/features/sources/sync-item";
import { startClock } from "@/features/triggers/clock";
import { planAnew } from "@/db/prepare";
import { log } from "@/engines/log";
import { deliverMail, mailJob, mailRetries } from "@/engines/mail";
import { openPlatform, type Platform } from "@/engines/platform";
import { answerFunctionApi } from "./answer-app";
import { callScheduled } from "./triggers";
import { sendResponse, toRequest } from "./web";

/** Opens every engine, recovers work that a former process left, and starts the job queue. */
export async function boot(settings: Env): Promise<Platform> {
  const platform = await openPlatform(settings);
  platform.functions.answerApi((appId, incoming, outgoing) => {
    const request = toRequest(incoming, outgoing, "http://app");
    answerFunctionApi(platform, appId, request)
      .then((response) => sendResponse(response, outgoing, false))
      .catch((error: unknown) => {
        log("error", "function-api", { error });
        outgoing.destroy();
      });
  });
  const unfollow = await followChoice(platform);
  await recoverTurns(platform, true);
  const unwatch = [
    unfollow,
    platform.events.subscribe("plans", planAnew),
    startClock(platform, callScheduled(platform)),
    watchTurns(platform),
    watchImports(platform),
    watchRuns(platform),
    watchCompositions(platform),
    watchItems(platform),
  ];
  const stop = new AbortController();
  const close = platform.close.bind(platform);
  platform.close = async () => {
    for (const end of unwatch) end();
    stop.abort();
    await flushAnalytics(platform);
    await close();
  };
  await platform.jobs.start(
    {
      [turnJob]: ({ appId, turnId }) => runTurn(platform, appId!, turnId!),
      [runJob]: ({ appId, runId }) => runTool(platform, appId!, runId!),
      [composeJob]: ({ appId, toolId }) => runComposition(platform, { appId: appId!, toolId: toolId! }),
      [importJob]: ({ appId, importId }) => runImport(platform, appId!, importId!, stop.signal),
      [deployJob]: ({ appId }) => deployAfterTurn(platform, ownedByServer(platform.db, appId!)),
      [syncJob]: ({ appId, itemId }) => syncItem(platform, appId!, itemId!, stop.signal),
      [embedMissingJob]: () => embedMissing(platform),
      [sweepJob]: () => sweep(platform),
      [mailJob]: ({ mailId }) => deliverMail(platform, mailId!),
      [paymentJob]: ({ saleId }) => confirmSale(platform, saleId!),
      [paymentCheckJob]: () => checkSales(platform),
      [membershipJob]: ({ appId, saleId }) => confirmMembership(platform, appId!, saleId!),
      [membershipCheckJob]: () => checkMemberships(platform),
      [domainCheckJob]: () => checkDomains(platform),
      [rollUpJob]: () => rollUp(platform),
      [fieldIndexJob]: ({ appId, entity, field }) =>
        buildFieldIndex(platform, { appId: appId!, entity: entity!, field: field! }),
    },
    {
      [turnJob]: { atOnce: settings.TURNS_AT_ONCE },
      [runJob]: { atOnce: settings.TURNS_AT_ONCE },
      [composeJob]: { atOnce: settings.TURNS_AT_ONCE },
      // Each job parses in a thread with up to 512 MB.
      [syncJob]: { atOnce: 2 },
      [embedMissingJob]: { atOnce: 1 },
      [sweepJob]: { atOnce: 1 },
      [domainCheckJob]: { atOnce: 1 },
      [rollUpJob]: { atOnce: 1 },
      [fieldIndexJob]: { atOnce: 1, retries: fieldIndexRetries },
      [mailJob]: { retries: mailRetries },
      [paymentJob]: { retries: paymentRetries },
      [membershipJob]: { retries: paymentRetries },
    },
  );
  await requeueTurns(platform, true);
  await requeueRuns(platform, true);
  await requeueCompositions(platform, true);
  await requeueItems(platform, true);
  await platform.jobs.schedule(sweepJob, sweepCron);
  await platform.jobs.schedule(embedMissingJob, embedMissingCron);
  await platform.jobs.schedule(paymentCheckJob, paymentCheckCron);
  await platform.jobs.schedule(membershipCheckJob, membershipCheckCron);
  await platform.jobs.schedule(domainCheckJob, domainCheckCron);
  await platform.jobs.schedule(rollUpJob, rollUpCron);
  await recoverImports(platform, true);
  return platform;
}
