"use client";
import { useSearchParams } from "next/navigation";
import { Button } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { Refused } from "@/features/account/ui/Refused";
import { problemWords } from "../rules";

/** Sign-in at the company's provider, where the installation has one. */
export function OidcButton() {
  const search = useSearchParams();
  const provider = trpc.oidc.provider.useQuery(undefined, { staleTime: Infinity });
  const begin = trpc.oidc.begin.useMutation({
    meta: { quiet: true },
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (!provider.data) return null;
  const problem = problemWords(search.get("problem"));
  return (
    <>
      <Refused error={begin.error ?? (problem && !begin.isPending ? new Error(problem) : undefined)} />
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconBuilding size={18} />}
        loading={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate({ redirectTo: search.get("redirectTo") ?? undefined })}
      >
        Sign in with {provider.data.name}
      </Button>
    </>
  );
}
