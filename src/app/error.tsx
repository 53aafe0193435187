"use client";
import { Failure } from "@/ui/Failure";

/** Instead of a page that broke while it was shown. What was saved is saved: to show it again is all that is lost. */
export default function BrokenPage({ reset }: { error: Error; reset: () => void }) {
  return <Failure message="This page could not be shown. What you have saved is safe." onRetry={reset} />;
}
