import { answerHealth } from "@/doors/answer";
import { platform } from "@/engines/platform";
import { version } from "../../../../package.json";

export const dynamic = "force-dynamic";

export const GET = () => answerHealth(platform(), version);
