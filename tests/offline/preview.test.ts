import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPreview, type Preview } from "@/engines/bundler/open-preview";
import { conversation } from "../support/offline";

describe("the real bundler builds what the offline builder writes", () => {
  let preview: Preview;
  beforeAll(() => {
    preview = openPreview();
  });
  afterAll(() => preview.dispose());

  it.each([
    [
      "the CRM with every kind of page",
      [
        "A CRM with contacts (name, email, status: lead/won/lost, website, photo, tags, rating, vip checkbox, last call date and time), deals with an amount and a due date that belong to a contact, and a dashboard",
        "add a kanban board for contacts",
        "add a calendar for deals",
        "add a pie chart of contacts by status",
        "add an about page",
        "anyone can submit contacts, only admins can view them",
      ],
    ],
    [
      "cards with pictures under a top bar",
      [
        "A recipe app with sample data",
        "move the navigation to the top",
        "dark mode",
        "make it orange on a cream background",
        "add a recipe file to recipes",
      ],
    ],
    [
      "a shop",
      ["an online store", "add interests (multi select: news, sales) to customers", "add a calendar for orders"],
    ],
  ])("%s", async (_name, sentences) => {
    const app = conversation();
    for (const sentence of sentences) expect(app.say(sentence).failed, sentence).toEqual([]);
    const build = await preview.build(app.files, {
      appId: "app",
      appName: "App",
      versionId: "v1",
      mode: "preview",
      builderOrigin: "http://localhost:4120",
    });
    expect(build.problems).toEqual([]);
    expect(build.pages).toEqual(expect.arrayContaining(app.pages()));
  });
});
