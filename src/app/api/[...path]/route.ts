import { answerRest } from "@/doors/answer";
import { platform } from "@/engines/platform";

export const dynamic = "force-dynamic";

const answer = (request: Request) => answerRest(platform(), request);

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
