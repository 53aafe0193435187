import "server-only";
import { accountRouter } from "@/features/account/router";
import { adminRouter } from "@/features/admin/router";
import { analyticsRouter } from "@/features/analytics/router";
import { appsRouter } from "@/features/apps/router";
import { assistantRouter } from "@/features/assistant/router";
import { chatRouter } from "@/features/chat/router";
import { collaboratorsRouter } from "@/features/collaborators/router";
import { domainsRouter } from "@/features/domains/router";
import { downloadRouter } from "@/features/download/router";
import { entitiesRouter } from "@/features/entities/router";
import { filesRouter } from "@/features/files/router";
import { functionsRouter } from "@/features/functions/router";
import { importsRouter } from "@/features/imports/router";
import { integrationsRouter } from "@/features/integrations/router";
import { leaveRouter } from "@/features/leave/router";
import { mailRouter } from "@/features/mail/router";
import { membersRouter } from "@/features/members/router";
import { membershipsRouter } from "@/features/memberships/router";
import { modelsRouter } from "@/features/models/router";
import { oidcRouter } from "@/features/oidc/router";
import { paymentRouter } from "@/features/payment/router";
import { plansRouter } from "@/features/plans/router";
import { retrievalRouter } from "@/features/retrieval/router";
import { runsRouter } from "@/features/runs/router";
import { runtimeRouter } from "@/features/runtime/router";
import { secretsRouter } from "@/features/secrets/router";
import { settingsRouter } from "@/features/settings/router";
import { sourcesRouter } from "@/features/sources/router";
import { siteRouter } from "@/features/site/router";
import { startersRouter } from "@/features/starters/router";
import { templatesRouter } from "@/features/templates/router";
import { toolVersionsRouter } from "@/features/tool-versions/router";
import { toolsRouter } from "@/features/tools/router";
import { triggersRouter } from "@/features/triggers/router";
import { validationRouter } from "@/features/validation/router";
import { versionsRouter } from "@/features/versions/router";
import { mergeRouters, router } from "@/api/procedures";

export const appRouter = router({
  // On the wire `account` also holds the export and end of an account.
  account: mergeRouters(accountRouter, leaveRouter),
  admin: adminRouter,
  analytics: analyticsRouter,
  apps: appsRouter,
  assistant: assistantRouter,
  chat: chatRouter,
  collaborators: collaboratorsRouter,
  domains: domainsRouter,
  download: downloadRouter,
  // On the wire `entities` also holds imports.
  entities: mergeRouters(entitiesRouter, importsRouter),
  files: filesRouter,
  functions: functionsRouter,
  integrations: integrationsRouter,
  mail: mailRouter,
  members: membersRouter,
  memberships: membershipsRouter,
  models: modelsRouter,
  oidc: oidcRouter,
  payment: paymentRouter,
  plans: plansRouter,
  retrieval: retrievalRouter,
  runs: runsRouter,
  runtime: runtimeRouter,
  secrets: secretsRouter,
  settings: settingsRouter,
  sources: sourcesRouter,
  site: siteRouter,
  starters: startersRouter,
  templates: templatesRouter,
  toolVersions: toolVersionsRouter,
  tools: toolsRouter,
  triggers: triggersRouter,
  validation: validationRouter,
  versions: versionsRouter,
});

export type AppRouter = typeof appRouter;
