import { useEffect, useState } from "react";
import { Moon, Sun } from "lucide-react";
import { Button } from "@/components/ui/button";

const themeKey = "theme";

/** @param {string} mode */
function preferredTheme(mode) {
  try {
    const saved = localStorage.getItem(themeKey);
    if (saved) return saved;
  } catch {
    // Storage may be blocked inside a frame; the default look still works.
  }
  if (mode !== "system") return mode;
  return window.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * Switches between light and dark; the choice is kept on this device.
 * @param {string} mode
 * @returns {[string, () => void]}
 */
function useTheme(mode) {
  const [theme, setTheme] = useState(() => preferredTheme(mode));
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.classList.toggle("dark", theme === "dark");
  }, [theme]);
  const toggle = () => {
    const next = theme === "dark" ? "light" : "dark";
    setTheme(next);
    try {
      localStorage.setItem(themeKey, next);
    } catch {
      // The choice lasts until the page is closed.
    }
  };
  return [theme, toggle];
}

/** @param {{ mode: string }} props */
export function ThemeButton({ mode }) {
  const [theme, toggle] = useTheme(mode);
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={theme === "dark" ? "Use the light theme" : "Use the dark theme"}
      onClick={toggle}
    >
      {theme === "dark" ? <Sun /> : <Moon />}
    </Button>
  );
}
