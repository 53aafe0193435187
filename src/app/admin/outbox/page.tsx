import type { Metadata } from "next";
import { Title } from "@mantine/core";
import { Outbox } from "@/features/mail/ui/Outbox";
import { HomeBar } from "../../home/home-bar";
import classes from "../../home/home.module.css";

export const metadata: Metadata = { title: "Outbox" };

export default function OutboxPage() {
  return (
    <>
      <HomeBar />
      <main className={classes.main}>
        <Title order={1} mb={16}>
          Outbox
        </Title>
        <Outbox />
      </main>
    </>
  );
}
