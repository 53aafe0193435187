"use client";
import { useSearchParams } from "next/navigation";
import { Button, Text } from "@mantine/core";
import { AuthCard } from "./AuthCard";

/** /error/unauthorized: a payment that could not be bound to an account. */
export function Unauthorized() {
  const paymentId = useSearchParams().get("paymentId")?.slice(0, 100);
  return (
    <AuthCard
      title="We could not confirm your payment"
      text="The payment is not known here, or belongs to another account. You were signed out."
    >
      {paymentId && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          Payment: <b>{paymentId}</b>. Name it when you contact us.
        </Text>
      )}
      <Button component="a" href={paymentId ? `/login?sale_id=${encodeURIComponent(paymentId)}` : "/login"} size="md">
        Try again
      </Button>
    </AuthCard>
  );
}
