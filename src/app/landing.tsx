"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Button, Group, SimpleGrid, Text } from "@mantine/core";
import { IconDatabase, IconLock, IconPackageExport } from "@tabler/icons-react";
import { StarterGallery } from "@/features/starters/ui/StarterGallery";
import { Logo } from "@/ui/Logo";
import { PromptBox } from "./home/prompt-box";
import { afterSignUp, useStartDraft } from "./home/start";
import home from "./home/home.module.css";
import classes from "./landing.module.css";

const promises = [
  {
    Icon: IconDatabase,
    title: "Real data from the first minute",
    text: "Tables with the right fields, rows that belong together, CSV import, and rules for who sees what.",
  },
  {
    Icon: IconPackageExport,
    title: "Yours to keep",
    text: "Read and edit all of the code. Download the app and run it elsewhere with two commands.",
  },
  {
    Icon: IconLock,
    title: "On your own machine",
    text: "Works without an account elsewhere and without a model key. Connect a model when you want one.",
  },
];

/** Front page with a description box. The text survives sign-up and starts the first app. */
export function Landing() {
  const router = useRouter();
  const [draft, setDraft] = useStartDraft();
  const signUp = (goOn: string) => router.push(`/login?new=1&redirectTo=${encodeURIComponent(goOn)}`);
  return (
    <div className={classes.page}>
      <header className={home.bar}>
        <span className={home.brand}>
          <Logo /> Joinery
        </span>
        <Group gap={8}>
          <Button component={Link} href="/login" variant="subtle" color="gray" size="xs">
            Sign in
          </Button>
          <Button component={Link} href="/login?new=1" size="xs">
            Create account
          </Button>
        </Group>
      </header>
      <main>
        <section className={classes.hero}>
          <h1 className={classes.title}>Say what you need. Use it a minute later.</h1>
          <p className={classes.lead}>
            Joinery turns a sentence into a working app: tables, pages, forms, charts and sign-in. Change it by talking,
            publish it with one click.
          </p>
          <PromptBox
            text={draft}
            onText={setDraft}
            onStart={() => signUp(afterSignUp.prompt)}
            isStarting={false}
            isFocused
          />
        </section>
        <div className={classes.gallery}>
          <StarterGallery
            title="Or begin with a complete app"
            lead="Every picture is a running app that one sentence made. Open one, and it is yours to change."
            onOpen={(id) => signUp(afterSignUp.starter(id))}
          />
        </div>
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing={32} className={classes.promises}>
          {promises.map(({ Icon, title, text }) => (
            <div key={title}>
              <Icon size={22} stroke={1.75} className={classes.icon} aria-hidden />
              <Text component="h2" fw={600} mt={8}>
                {title}
              </Text>
              <Text c="dimmed" size="md" mt={4}>
                {text}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </main>
      <footer className={classes.footer}>
        <Text size="sm" c="dimmed">
          Joinery, open source and self-hosted
        </Text>
      </footer>
    </div>
  );
}
