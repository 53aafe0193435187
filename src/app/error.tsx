"use client";
import Link from "next/link";
import { Anchor, Center } from "@mantine/core";
import { Failure } from "@/ui/Failure";

/** Error boundary for pages. Saved data is safe; only rendering failed. */
export default function BrokenPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <main>
      <Failure message="This page could not be shown. What you have saved is safe." onRetry={reset} />
      <Center>
        <Anchor component={Link} href="/home" size="sm">
          Go to your apps
        </Anchor>
      </Center>
    </main>
  );
}
