import type { Metadata } from "next";
import { Button } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { EmptyState } from "@/ui/EmptyState";

export const metadata: Metadata = { title: "Page not found" };

/** 404 page of the builder. */
export default function MissingPage() {
  return (
    <main>
      <EmptyState icon={<IconMapOff size={22} />} title="This page does not exist">
        <Button component="a" href="/home" variant="default" mt={8}>
          Go to your apps
        </Button>
      </EmptyState>
    </main>
  );
}
