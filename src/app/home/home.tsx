"use client";
import { AppList } from "@/features/apps/ui/AppList";
import { toolStarters } from "@/features/starters/schema";
import { StarterGallery } from "@/features/starters/ui/StarterGallery";
import { TemplateGallery } from "@/features/templates/ui/TemplateGallery";
import { Palette } from "../palette";
import { HomeBar } from "./home-bar";
import { NewAppMenu } from "./new-app-menu";
import { PromptBox } from "./prompt-box";
import { useStart } from "./start";
import classes from "./home.module.css";

/** The account's apps, and ways to start another. */
export function Home() {
  const { draft, setDraft, kind, setKind, isPlanFirst, setIsPlanFirst, start, open, isStarting, openingId } =
    useStart();
  return (
    <>
      <HomeBar />
      <Palette onStarter={open} />
      <main className={classes.main}>
        <section className={classes.start}>
          <h1 className={classes.title}>What do you want to build?</h1>
          <PromptBox
            kind={kind}
            onKind={setKind}
            text={draft}
            onText={setDraft}
            onStart={start}
            isStarting={isStarting}
            isFocused
            isPlanFirst={isPlanFirst}
            onPlanFirst={setIsPlanFirst}
          />
          <div className={classes.empty}>
            <NewAppMenu />
          </div>
        </section>
        <AppList />
        <TemplateGallery />
        <StarterGallery
          title="Start from a complete app"
          lead="Opens as an app of your own, with its tables, pages and sample rows."
          onOpen={open}
          openingId={openingId}
        />
        <div className={classes.gallery}>
          <StarterGallery
            id="tool-starters"
            list={toolStarters}
            title="Start from a tool"
            lead="A form that answers with a result: computed at once, without an AI model."
            onOpen={open}
            openingId={openingId}
          />
        </div>
      </main>
    </>
  );
}
