import { answerTrpc } from "@/doors/answer";
import { platform } from "@/engines/platform";

export const dynamic = "force-dynamic";

const answer = (request: Request) => answerTrpc(platform(), request);

export { answer as GET, answer as POST };
