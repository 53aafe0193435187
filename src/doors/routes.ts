import "server-only";
import type { RestRoute } from "./rest";
import { accountRoutes } from "./routes/account";
import { adminRoutes } from "./routes/admin";
import { analyticsRoutes } from "./routes/analytics";
import { appsRoutes } from "./routes/apps";
import { assistantRoutes } from "./routes/assistant";
import { chatRoutes } from "./routes/chat";
import { collaboratorsRoutes } from "./routes/collaborators";
import { domainsRoutes } from "./routes/domains";
import { downloadRoutes } from "./routes/download";
import { entitiesRoutes } from "./routes/entities";
import { filesRoutes } from "./routes/files";
import { functionsRoutes } from "./routes/functions";
import { importsRoutes } from "./routes/imports";
import { membersRoutes } from "./routes/members";
import { membershipsRoutes } from "./routes/memberships";
import { paymentRoutes } from "./routes/payment";
import { plansRoutes } from "./routes/plans";
import { retrievalRoutes } from "./routes/retrieval";
import { runtimeRoutes } from "./routes/runtime";
import { runsRoutes } from "./routes/runs";
import { secretsRoutes } from "./routes/secrets";
import { toolsRoutes } from "./routes/tools";
import { sourcesRoutes } from "./routes/sources";
import { validationRoutes } from "./routes/validation";
import { versionsRoutes } from "./routes/versions";

/** The documented paths, by feature, as both specifications and design §7 give them. */
export const routes: RestRoute[] = [
  ...accountRoutes,
  ...analyticsRoutes,
  ...appsRoutes,
  ...filesRoutes,
  ...downloadRoutes,
  ...entitiesRoutes,
  ...importsRoutes,
  ...runtimeRoutes,
  ...domainsRoutes,
  ...membersRoutes,
  ...collaboratorsRoutes,
  ...membershipsRoutes,
  ...runsRoutes,
  ...retrievalRoutes,
  ...toolsRoutes,
  ...assistantRoutes,
  ...sourcesRoutes,
  ...functionsRoutes,
  ...secretsRoutes,
  ...chatRoutes,
  ...versionsRoutes,
  ...plansRoutes,
  ...paymentRoutes,
  ...adminRoutes,
  ...validationRoutes,
];
