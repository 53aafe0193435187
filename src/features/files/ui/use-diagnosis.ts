"use client";
import { useCallback, useRef, useState } from "react";
import { trpc } from "@/api/client";
import type { Diagnosis } from "@/features/validation/schema";

/** Problems of a file's text, as it was when they were last asked for. */
export function useDiagnosis(appId: string, path: string) {
  const [problems, setProblems] = useState<{ text: string; list: Diagnosis[] }>({ text: "", list: [] });
  const lastAsked = useRef(0);
  const { mutateAsync: findProblems } = trpc.validation.diagnose.useMutation({ meta: { quiet: true } });
  const diagnose = useCallback(
    async (text: string) => {
      const asked = ++lastAsked.current;
      const list = await findProblems({ appId, path, content: text });
      // Ignore stale responses: a newer request has been sent.
      if (asked === lastAsked.current) setProblems({ text, list });
      return list;
    },
    [appId, path, findProblems],
  );
  return { problems, diagnose };
}
