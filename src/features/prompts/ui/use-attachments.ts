"use client";
import { useReducer, useRef } from "react";
import { notifyFailure } from "@/ui/notify";
import { attachFiles, chooseFiles } from "../attach-files";
import { uploadAttachment } from "./upload-attachment";

let picked = 0;
const newFileId = () => `f${(picked += 1)}`;

/** Attachments of the next message. Uploads start at once; removing one aborts its upload. */
export function useAttachments(appId: string) {
  const [attachments, dispatch] = useReducer(attachFiles, []);
  const uploads = useRef(new Map<string, AbortController>());

  const upload = async (id: string, file: File) => {
    const controller = new AbortController();
    uploads.current.set(id, controller);
    try {
      const { url, contentType } = await uploadAttachment(
        appId,
        file,
        (fraction) => dispatch({ type: "progress", id, fraction }),
        controller.signal,
      );
      dispatch({ type: "ready", id, url, contentType });
    } catch (error) {
      dispatch({ type: "failed", id, message: error instanceof Error ? error.message : "The upload failed" });
    } finally {
      uploads.current.delete(id);
    }
  };

  const attach = (files: File[]) => {
    const { accepted, refusal } = chooseFiles(attachments.filter(({ status }) => status !== "failed").length, files);
    if (refusal) notifyFailure(refusal);
    const named = accepted.map((file) => ({ file, id: newFileId() }));
    dispatch({
      type: "add",
      files: named.map(({ id, file }) => ({
        id,
        name: file.name,
        bytes: file.size,
        contentType: file.type || "application/octet-stream",
      })),
    });
    for (const { id, file } of named) void upload(id, file);
  };

  const remove = (id: string) => {
    uploads.current.get(id)?.abort();
    dispatch({ type: "remove", id });
  };

  return { attachments, attach, remove, markSent: () => dispatch({ type: "sent" }) };
}
